#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/fetch_torch.py against a small package index on this machine: resuming, checking, refusing."""
import hashlib
import http.server
import io
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import fetch_torch  # noqa: E402


def wheel(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


TORCH = wheel({
    "torch/include/torch/torch.h": "h" * 50_000,
    "torch/lib/libtorch_cpu.so": os.urandom(200_000),
    "torch/lib/libtorch_cuda.so": "cuda",
    "torch/lib/libtorch_python.so": "python",
    "torch-2.15.0.dist-info/METADATA": "Requires-Dist: cuda-toolkit[cublas,cudart]==13.2.2; platform_system == \"Linux\"\n"
                                      "Requires-Dist: nvidia-nccl-cu13==2.30.7; platform_system == \"Linux\"\nRequires-Dist: sympy\n",
})
TOOLKIT = wheel({"cuda_toolkit-13.2.2.dist-info/METADATA":
                 "Requires-Dist: nvidia-cublas==13.4.1.3.*; (sys_platform == 'linux') and extra == 'cublas'\n"
                 "Requires-Dist: nvidia-cufft==12.*; (sys_platform == 'linux') and extra == 'cufft'\n"})
FILES = {
    "torch": {"torch-2.15.0-cp311.whl": TORCH},
    "cuda-toolkit": {"cuda_toolkit-13.2.2-py2.py3-none-any.whl": b"old", "cuda_toolkit-13.2.2-py3-none-any.whl": TOOLKIT},
    "nvidia-nccl-cu13": {"nvidia_nccl_cu13-2.30.7-py3-none-manylinux_x86_64.whl": wheel({"nvidia/nccl/lib/libnccl.so.2": "nccl"})},
    "nvidia-cublas": {
        "nvidia_cublas-13.4.1.3-py3-none-manylinux_x86_64.whl": wheel({"nvidia/cu13/lib/libcublas.so.13": "cublas"}),
        "nvidia_cublas-13.9.0.1-py3-none-manylinux_x86_64.whl": b"newer"},
}


class Index(http.server.BaseHTTPRequestHandler):
    """Speaks Range, and may break off: `cut` is the number of bytes after which the next answers stop."""
    cut = []
    ranges = []

    def do_GET(self):
        project = self.path.strip("/").split("/")[-1]
        content = next((files[project] for files in FILES.values() if project in files), None)
        if content is None:
            return self.page(project)
        start = int(self.headers.get("Range", "bytes=0-")[6:-1])
        Index.ranges.append(start)
        if start >= len(content):
            return self.send_error(416)
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        end = start + Index.cut.pop(0) if Index.cut else len(content)
        self.wfile.write(content[start:end])

    def page(self, project):
        if project not in FILES:
            return self.send_error(404)
        links = "".join(f'<a href="/files/{name}#sha256={hashlib.sha256(data).hexdigest()}">x</a>' for name, data in FILES[project].items())
        self.send_response(200)
        self.end_headers()
        self.wfile.write(links.encode())

    def log_message(self, *_):
        pass


class FetchTorch(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        os.environ["ANNEAL_PACKAGE_INDEX"] = f"http://127.0.0.1:{self.server.server_port}/simple"
        self.folder = tempfile.TemporaryDirectory()
        self.cache = pathlib.Path(self.folder.name) / "ca che"
        fetch_torch.PINNED = [("torch", "torch-2.15.0-cp311.whl", hashlib.sha256(TORCH).hexdigest())]
        fetch_torch.time.sleep = lambda _: None
        Index.cut, Index.ranges = [], []

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def test_unpacks_the_cpu_half_only(self):
        root = fetch_torch.fetch(self.cache, False)
        self.assertEqual(sorted(p.name for p in (root / "lib").iterdir()), ["libtorch_cpu.so"])
        self.assertTrue((root / "include/torch/torch.h").exists())
        self.assertTrue((root.parent / "COMPLETE").exists())

    def test_second_time_asks_nothing(self):
        fetch_torch.fetch(self.cache, False)
        self.server.shutdown()
        Index.ranges = []
        fetch_torch.fetch(self.cache, False)
        self.assertEqual(Index.ranges, [])

    def test_goes_on_where_it_stopped(self):
        Index.cut = [70_000, 60_000]
        fetch_torch.fetch(self.cache, False)
        self.assertEqual(Index.ranges, [0, 70_000, 130_000])

    def test_gives_up_and_resumes_at_the_next_call(self):
        Index.cut = [10_000] * 6
        with self.assertRaisesRegex(fetch_torch.Problem, "Run the same command again"):
            fetch_torch.fetch(self.cache, False)
        Index.ranges = []
        fetch_torch.fetch(self.cache, False)
        self.assertEqual(Index.ranges, [60_000])

    def test_refuses_another_file(self):
        fetch_torch.PINNED = [("torch", "torch-2.15.0-cp311.whl", "0" * 64)]
        with self.assertRaisesRegex(fetch_torch.Problem, "SHA-256 differs"):
            fetch_torch.fetch(self.cache, False)
        self.assertEqual(list((self.cache / "downloads").iterdir()), [])
        self.assertFalse((self.cache / "torch-2.15.0/COMPLETE").exists())

    def test_offline_says_what_to_do(self):
        os.environ["ANNEAL_PACKAGE_INDEX"] = "http://127.0.0.1:1/simple"
        with self.assertRaisesRegex(fetch_torch.Problem, "ANNEAL_TORCH_ROOT"):
            fetch_torch.fetch(self.cache, False)

    def test_cuda_fetches_what_the_metadata_names(self):
        root = fetch_torch.fetch(self.cache, True)
        libraries = sorted(str(p.relative_to(root.parent)) for p in root.parent.rglob("*.so*"))
        self.assertEqual(libraries, ["nvidia/cu13/lib/libcublas.so.13", "nvidia/nccl/lib/libnccl.so.2",
                                     "torch/lib/libtorch_cpu.so", "torch/lib/libtorch_cuda.so"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"])
