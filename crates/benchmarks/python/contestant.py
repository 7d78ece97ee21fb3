"""CuPy or torch at the engine's operations; `versus engine` names which. Orders and their answers:

{"operation": "sort", "elements": 1000000}   prepares, runs once and checks the result
{"turn": 1}                                  runs once more: {"wall": seconds, "device": seconds}

It also says on which device it is: {"name": "CuPy 13.6.0", "device": "NVIDIA H200"}.
Results are checked with NumPy by what defines them, as in src/engine/operation.rs.
"""

import time

HALF = 1 << 31
A = 2.5


def scramble(np, places):
    """As `scramble` of src/engine/operation.rs."""
    word = (places + np.uint32(1)) * np.uint32(0x9E3779B1)
    word = (word ^ (word >> np.uint32(15))) * np.uint32(0x85EBCA77)
    word = (word ^ (word >> np.uint32(13))) * np.uint32(0xC2B2AE3D)
    return word ^ (word >> np.uint32(16))


class Data:
    def __init__(self, np, elements):
        self.places = np.arange(elements, dtype=np.uint32)
        floats = lambda words: (words >> np.uint32(8)).astype(np.float32) * np.float32(10 / (1 << 24))
        self.words = scramble(np, self.places)
        self.x = floats(self.words)
        self.y = floats(scramble(np, ~self.places))


def is_right(np, operation, data, out):
    words = data.words
    if operation in ("map", "round-trip"):
        x = data.x.astype(np.float64)
        near = np.abs(out - (x + np.tan(np.cos(np.sin(x * x))))) <= 2.0**-7 + x * x * 2.0**-18
        return out.dtype == np.float32 and len(out) == len(x) and bool(near.all())
    if operation == "saxpy":
        exact = A * data.x.astype(np.float64) + data.y
        return len(out) == len(exact) and bool((np.abs(out - exact) <= exact * 2.0**-23).all())
    if operation == "reduce":
        return int(out) % (1 << 32) == int(words.sum(dtype=np.uint64)) % (1 << 32)
    if operation == "scan":
        return np.array_equal(out, np.cumsum(words, dtype=np.uint32))
    if operation == "filter":
        return np.array_equal(out, words[words < HALF])
    if operation == "sort":
        return np.array_equal(out, np.sort(words))
    order = np.argsort(words, kind="stable")
    return np.array_equal(out[0], words[order]) and np.array_equal(out[1], data.places[order])


class Arrays:
    """What CuPy and NumPy have in common."""

    def __init__(self, np, library):
        self.np, self.library = np, library

    def prepare(self, operation, data):
        """What to run, without arguments."""
        xp, to = self.library, self.upload
        if operation == "map":
            x = to(data.x)
            return lambda: x + xp.tan(xp.cos(xp.sin(x * x)))
        if operation == "round-trip":
            def there_and_back():
                x = to(data.x)
                return self.download(x + xp.tan(xp.cos(xp.sin(x * x))))
            return there_and_back
        if operation == "saxpy":
            x, y, a = to(data.x), to(data.y), self.np.float32(A)
            return lambda: a * x + y
        words = to(data.words)
        if operation == "reduce":
            return lambda: words.sum(dtype=xp.uint32)
        if operation == "scan":
            return lambda: xp.cumsum(words, dtype=xp.uint32)
        if operation == "filter":
            return lambda: words[words < self.np.uint32(HALF)]
        if operation == "sort":
            return lambda: xp.sort(words)
        values = to(data.places)
        def pairs():
            order = self.argsort(words)
            return words[order], values[order]
        return pairs


class NumPy(Arrays):
    """For tests of this script where there is no CUDA."""

    def __init__(self, np):
        super().__init__(np, np)
        self.name, self.device = f"NumPy {np.__version__}", "CPU"

    upload = download = staticmethod(lambda array: array)
    wait = free = staticmethod(lambda: None)

    def argsort(self, words):
        return self.np.argsort(words, kind="stable")

    def device_time(self, run):
        return None


class CuPy(Arrays):
    def __init__(self, np):
        import cupy

        super().__init__(np, cupy)
        self.name = f"CuPy {cupy.__version__}"
        self.device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()

        @cupy.fuse()
        def formula(x):
            return x + cupy.tan(cupy.cos(cupy.sin(x * x)))

        @cupy.fuse()
        def saxpy(x, y):
            return A * x + y

        self.formula, self.saxpy = formula, saxpy

    def prepare(self, operation, data):
        # One kernel for the formula, as the others have it.
        if operation == "map":
            x = self.upload(data.x)
            return lambda: self.formula(x)
        if operation == "round-trip":
            return lambda: self.download(self.formula(self.upload(data.x)))
        if operation == "saxpy":
            x, y = self.upload(data.x), self.upload(data.y)
            return lambda: self.saxpy(x, y)
        return super().prepare(operation, data)

    def upload(self, array):
        return self.library.asarray(array)

    def download(self, array):
        return self.library.asnumpy(array)

    def argsort(self, words):
        return self.library.argsort(words)  # a stable radix sort

    def wait(self):
        self.library.cuda.Device().synchronize()

    def free(self):
        self.library.get_default_memory_pool().free_all_blocks()

    def device_time(self, run):
        start, end = self.library.cuda.Event(), self.library.cuda.Event()
        start.record()
        run()
        end.record()
        end.synchronize()
        return self.library.cuda.get_elapsed_time(start, end) * 1e-3


class Torch:
    def __init__(self, np):
        import torch

        if not torch.cuda.is_available():
            raise RuntimeError("torch finds no CUDA device")
        self.np, self.torch = np, torch
        self.name, self.device = f"torch {torch.__version__}, eager", torch.cuda.get_device_name(0)

    def prepare(self, operation, data):
        torch, np = self.torch, self.np
        to = lambda array: torch.from_numpy(array).cuda()
        formula = lambda x: x + torch.tan(torch.cos(torch.sin(x * x)))
        if operation == "map":
            x = to(data.x)
            return lambda: formula(x)
        if operation == "round-trip":
            return lambda: formula(to(data.x)).cpu().numpy()
        if operation == "saxpy":
            x, y = to(data.x), to(data.y)
            return lambda: torch.add(y, x, alpha=A)
        # It has few operations on unsigned words: signed ones of the same bits wrap alike, and
        # with the highest bit flipped they have the same order.
        words = to(data.words.view(np.int32))
        if operation == "reduce":
            return lambda: words.sum(dtype=torch.int32)
        if operation == "scan":
            return lambda: torch.cumsum(words, 0, dtype=torch.int32)
        if operation == "filter":
            return lambda: words[words >= 0]
        flipped = to((data.words ^ np.uint32(HALF)).view(np.int32))
        if operation == "sort":
            return lambda: torch.sort(flipped).values
        values = to(data.places.view(np.int32))
        def pairs():
            keys, order = torch.sort(flipped, stable=True)
            return keys, values[order]
        return pairs

    def download(self, out):
        return out.cpu().numpy()

    def wait(self):
        self.torch.cuda.synchronize()

    def free(self):
        self.torch.cuda.empty_cache()

    def device_time(self, run):
        start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) * 1e-3


def on_host(np, library, operation, out):
    """The result as NumPy has it, unsigned words with their own highest bit."""
    if operation == "round-trip":
        return out
    out = tuple(map(library.download, out)) if isinstance(out, tuple) else library.download(out)
    if not isinstance(library, Torch) or operation in ("map", "saxpy"):
        return out
    unsign = lambda array: array.view(np.uint32) if array.ndim else array
    flip = lambda array: unsign(array) ^ np.uint32(HALF)
    if operation == "sort":
        return flip(out)
    if operation == "sort-pairs":
        return flip(out[0]), unsign(out[1])
    return unsign(out)


def obey(library, state, order):
    if "operation" in order:
        state.clear()
        library.free()
        np = library.np
        operation, data = order["operation"], Data(np, order["elements"])
        state["run"] = run = library.prepare(operation, data)
        state["on device"] = operation != "round-trip"
        if not is_right(np, operation, data, on_host(np, library, operation, run())):
            state.clear()
            raise RuntimeError("its result is wrong")
        return {"checked": True}
    run = state["run"]
    library.wait()
    start = time.perf_counter()
    out = run()
    library.wait()
    wall = time.perf_counter() - start
    del out
    device = library.device_time(run) if state["on device"] else None
    return {"wall": wall, "device": device}


def start(name):
    import numpy as np

    np.seterr(over="ignore")
    library = {"numpy": NumPy, "cupy": CuPy, "torch": Torch}[name](np)
    return library, {"name": library.name, "device": library.device}


serve(start, obey)
