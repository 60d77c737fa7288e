# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=… -DOUTPUT=… -P WriteCommit.cmake: the commit of this source tree as a header, rewritten only when it changed.
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty=+ --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit "")
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#pragma once\n#define ANNEAL_COMMIT \"@commit@\"\n" @ONLY)
