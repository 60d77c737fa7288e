#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches the pinned LibTorch into a cache folder and unpacks what Anneal builds against.

usage: fetch_torch.py CACHE_FOLDER [--cuda]

LibTorch is taken from the PyTorch wheel, which holds the CPU and the CUDA half. Downloads go on where they stopped, are checked
by SHA-256 and happen once: a finished folder carries a file COMPLETE. With --cuda the NVIDIA libraries that the wheel's metadata
names are fetched too. The package index is the one pip is set up for. Needs nothing but Python's standard library and pip.
"""
import argparse
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

TORCH = "2.15.0"
RESERVE = 200 << 20  # bytes left free on the disk beside what is written

# The pinned files: (project, file name on the index, SHA-256).
PINNED = [
    ("torch", "torch-2.15.0-cp311-cp311-manylinux_2_28_x86_64.whl",
     "48c2d861134c0b5697c7602cb5ffa68f62a2989fdcd1717e593356f67996ca1e"),
    ("nvidia-cuda-runtime", "nvidia_cuda_runtime-13.2.86-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
     "3498247680dfddce31bad102af7e3e26fc795342a3cac64722bb0fa95e7f60f0"),
    ("nvidia-cuda-cupti", "nvidia_cuda_cupti-13.2.86-py3-none-manylinux_2_25_x86_64.whl",
     "8fa29f15dd8336181f961764d9d95236fc6b931dd0c8fcf8cd70aab0c310b586"),
]
CPU_MEMBERS = re.compile(r"torch/include/|torch/lib/lib(torch_cpu|c10|gomp|gfortran)[-.]|nvidia/cu13/lib/lib(cudart|cupti)\.so")
CUDA_MEMBERS = re.compile(r"torch/include/|torch/lib/lib(?!torch_python|shm)|nvidia/.*/lib/")


class Problem(Exception):
    """One sentence for people."""


def pip_setting(name):
    """A setting of pip (its files, then its environment variable), or nothing."""
    from_environment = os.environ.get("PIP_" + name.upper().replace("-", "_"))
    if from_environment:
        return from_environment
    answer = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global." + name], capture_output=True, text=True)
    return answer.stdout.strip()


def index_url():
    configured = os.environ.get("ANNEAL_PACKAGE_INDEX") or pip_setting("index-url")
    if configured:
        return configured.rstrip("/") + "/"
    from pip._internal.models.index import PyPI
    return PyPI.simple_url.rstrip("/") + "/"


class Web:
    """The package index, asked through pip's own settings."""

    def __init__(self):
        self.index = index_url()
        certificates = pip_setting("cert")
        self.context = ssl.create_default_context(cafile=certificates or None)

    def open(self, url, start=0):
        request = urllib.request.Request(url, headers={"User-Agent": "anneal-setup", "Accept-Encoding": "identity"})
        if start:
            request.add_header("Range", f"bytes={start}-")
        return urllib.request.urlopen(request, timeout=60, context=self.context)

    def files(self, project):
        """File name -> (address, SHA-256 as the index states it) of one project."""
        page_address = urllib.parse.urljoin(self.index, project + "/")
        try:
            with self.open(page_address) as answer:
                page = answer.read().decode()
                page_address = answer.geturl()
        except (urllib.error.URLError, OSError) as reason:
            raise Problem(f"The package index cannot be reached ({getattr(reason, 'reason', reason)}). Go online once, set pip up for "
                          f"your index, or use a LibTorch that you have: ANNEAL_TORCH_ROOT=/path/to/torch ./run --build")
        found = {}
        for href in re.findall(r'href="([^"]+)"', page):
            address = urllib.parse.urljoin(page_address, href.replace("&amp;", "&"))
            plain, _, fragment = address.partition("#")
            name = urllib.parse.unquote(plain.rsplit("/", 1)[-1])
            found[name] = (plain, fragment[7:] if fragment.startswith("sha256=") else "")
        return found


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 22), b""):
            digest.update(block)
    return digest.hexdigest()


class Progress:
    """A line that is redrawn on a terminal, and one line every ten seconds elsewhere."""

    def __init__(self, name):
        self.name, self.shown, self.terminal = name, 0.0, sys.stderr.isatty()

    def show(self, done, total):
        now = time.monotonic()
        if now - self.shown < (0.2 if self.terminal else 10) and done != total:
            return
        self.shown = now
        text = f"  {self.name[:44]:44} {done / 1e6:7.0f} of {total / 1e6:.0f} MB"
        sys.stderr.write(("\r" + text + ("\n" if done == total else "")) if self.terminal else text + "\n")
        sys.stderr.flush()


def receive(web, address, part, name):
    """Appends to `part` from where it stopped. Returns when the server has no more."""
    start = part.stat().st_size if part.exists() else 0
    try:
        answer = web.open(address, start)
    except urllib.error.HTTPError as reason:
        if reason.code == 416:  # nothing beyond what is here
            return
        raise
    with answer:
        resumed = answer.status == 206
        start = start if resumed else 0
        total = start + int(answer.headers.get("Content-Length") or 0)
        if shutil.disk_usage(part.parent).free < total - start + RESERVE:
            raise Problem(f"{part.parent}: {total / 1e6:.0f} MB are to be written and the disk has less. Free some, or set ANNEAL_CACHE "
                          f"to a folder on another disk.")
        progress = Progress(name)
        with open(part, "ab" if resumed else "wb") as stream:
            for block in iter(lambda: answer.read(1 << 20), b""):
                stream.write(block)
                progress.show(stream.tell(), total)
        if part.stat().st_size < total:
            raise OSError("connection closed early")


def download(web, project, name, sha256, folder):
    """The checked file, from the cache or the index."""
    target, part = folder / name, folder / (name + ".part")
    if target.exists() and sha256_of(target) == sha256:
        return target
    address, stated = web.files(project).get(name, ("", ""))
    if not address:
        raise Problem(f"The package index {web.index} has no {name}.")
    for attempt in range(6):
        try:
            receive(web, address, part, name)
            break
        except OSError as reason:
            if attempt == 5:
                raise Problem(f"{name}: the download stopped ({reason}). Run the same command again: it goes on from there.")
            time.sleep(min(2 ** attempt, 10) if attempt else 0)
    if sha256_of(part) != (sha256 or stated):
        part.unlink()
        raise Problem(f"{name}: the downloaded file is not the expected one (SHA-256 differs) and was removed. Run the same command again.")
    part.rename(target)
    return target


def unpack(wheel, folder, members):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if members.match(name)])


def requirements(wheel):
    """(project, version pattern, extras) of the NVIDIA libraries that a wheel asks for."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
    for line in text.splitlines():
        match = re.match(r"Requires-Dist: ((?:nvidia-|cuda-toolkit)[\w-]*)(?:\[([\w,]+)\])?==([\w.*]+)(.*)", line)
        if match:
            yield match[1], match[3], (match[2] or "").split(","), match[4]


def newest_file(files, version):
    """The Linux x86-64 wheel of the newest version that fits the pattern."""
    wanted = re.escape(version).replace(r"\*", r"[\d.]*").replace(r"\.[\d.]*", r"[\d.]*")
    fitting = [name for name in files if re.match(rf"[\w]+-{wanted}-py3-none-.*(x86_64|any)\.whl$", name)]
    if not fitting:
        raise Problem(f"The package index has no file for version {version}.")
    return max(fitting, key=lambda name: [int(n) for n in re.findall(r"\d+", name.split("-")[1])])


def cuda_wheels(web, torch_wheel, folder):
    """(project, file, SHA-256) of every CUDA library that the torch wheel and its toolkit package name."""
    wanted = []
    for project, version, extras, _ in requirements(torch_wheel):
        files = web.files(project)
        name = newest_file(files, version)
        if project != "cuda-toolkit":
            wanted.append((project, name, files[name][1]))
            continue
        toolkit = download(web, project, name, files[name][1], folder)
        for part, part_version, _, condition in requirements(toolkit):
            extra = re.search(r"extra == '(\w+)'", condition)
            if extra and extra[1] in extras:
                part_files = web.files(part)
                part_name = newest_file(part_files, part_version)
                wanted.append((part, part_name, part_files[part_name][1]))
    return sorted(set(wanted))


def size_of(web, project, name):
    with web.open(web.files(project)[name][0]) as answer:
        return int(answer.headers.get("Content-Length") or 0)


def fetch(cache, with_cuda):
    folder = cache / f"torch-{TORCH}"
    mark = folder / ("COMPLETE-CUDA" if with_cuda else "COMPLETE")
    if mark.exists():
        return folder / "torch"
    downloads = cache / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists():
            fetch_locked(folder, downloads, with_cuda)
            mark.touch()
    return folder / "torch"


def fetch_locked(folder, downloads, with_cuda):
    if os.uname().machine != "x86_64":
        raise Problem("The pinned LibTorch is for x86-64. On this machine use one that you have: ANNEAL_TORCH_ROOT=/path/to/torch ./run --build")
    web = Web()
    print(f"Fetching LibTorch {TORCH} (555 MB, once) into {folder}", file=sys.stderr)
    wheels = [download(web, *pinned, downloads) for pinned in PINNED]
    if with_cuda:
        libraries = cuda_wheels(web, wheels[0], downloads)
        total = sum(size_of(web, project, name) for project, name, _ in libraries)
        print(f"An NVIDIA driver is here: fetching {len(libraries)} CUDA libraries, {total / 1e9:.1f} GB, once", file=sys.stderr)
        wheels += [download(web, *library, downloads) for library in libraries]
    for wheel in wheels:
        unpack(wheel, folder, CUDA_MEMBERS if with_cuda else CPU_MEMBERS)
        if not with_cuda:
            wheel.unlink()  # unpacked and never needed again; a CUDA half would be fetched anew


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--cuda", action="store_true")
    arguments = parser.parse_args()
    try:
        print(fetch(arguments.cache.absolute(), arguments.cuda))
    except Problem as problem:
        sys.exit(f"fetch_torch: {problem}")
    except OSError as reason:
        sys.exit(f"fetch_torch: {reason.filename or arguments.cache}: {reason.strerror or reason}")
    except KeyboardInterrupt:
        sys.exit("fetch_torch: stopped. Run the same command again: it goes on from there.")


if __name__ == "__main__":
    main()
