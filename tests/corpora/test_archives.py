"""Archives and packed files: what is in them is read, and nothing they say is believed."""

from __future__ import annotations

import gzip
import io
import os
import random
import struct
import tarfile
import time
import tracemalloc
from pathlib import Path

import pytest

from hearer.corpora import sources
from hearer.corpora.sources import Documents
from tests.corpora.inputs import ANNA, PACKING, TOM, Pack, all_of, codes, put, tarred, told, zipped

MEMBERS = [("a.txt", ANNA), ("sub/b.txt", TOM), ("sub/c.md", ANNA)]
READ = {"a.txt": ANNA.decode(), "sub/b.txt": TOM.decode(), "sub/c.md": ANNA.decode()}
TARS: dict[str, Pack] = {
    ".tar": bytes,
    **{f".tar{suffix}": pack for suffix, pack in PACKING.items()},
}


pytestmark = pytest.mark.usefixtures("here")


def inside(name: str) -> dict[str, str]:
    return {f"{name}/{member}": text for member, text in READ.items()}


@pytest.mark.parametrize("suffix", [*TARS, ".zip", ".tgz", ".txz", ".tbz2", ".TAR.GZ"])
def test_the_members_of_an_archive_are_documents(suffix: str) -> None:
    short = {".tgz": ".tar.gz", ".txz": ".tar.xz", ".tbz2": ".tar.bz2"}
    usual = short.get(suffix, suffix.lower())
    content = zipped(MEMBERS) if usual == ".zip" else TARS[usual](tarred(MEMBERS))
    name = put(f"news{suffix}", content)
    assert told(all_of(name)) == inside(name)
    Path("folder").mkdir()
    Path(name).rename(f"folder/{name}")
    assert told(all_of("folder")) == inside(f"folder/{name}")


@pytest.mark.parametrize("suffix", [*PACKING, ".XZ"])
def test_a_packed_file_is_what_its_inner_name_says(suffix: str) -> None:
    pack = PACKING[suffix.lower()]
    rows = b'{"text": "Anna slept."}\n'
    for name, content in (("a.txt", ANNA), ("b.conllu", b"1\tHush\n"), ("c.jsonl", rows)):
        put(name + suffix, pack(content))
    put("d.bin" + suffix, pack(ANNA))
    put("e.zip" + suffix, pack(zipped(MEMBERS)))
    found = Documents(["."])
    by_name = {one.name: (one.format, one.content) for one in found}
    by_name.pop(f"e.zip{suffix}")
    assert by_name == {
        f"a.txt{suffix}": ("text", ANNA),
        f"b.conllu{suffix}": ("conllu", b"1\tHush\n"),
        f"c.jsonl{suffix}:1": ("text", b"Anna slept."),
    }
    assert found.passed_over == {"of no known format": 1}


def test_packed_files_that_follow_on_each_other_are_one() -> None:
    name = put("a.txt.gz", gzip.compress(ANNA) + gzip.compress(TOM) + bytes(1000))
    assert told(all_of(name)) == {name: (ANNA + TOM).decode()}


# Names ------------------------------------------------------------------------------------------

TAMED = {
    "/etc/passwd.txt": "etc/passwd.txt", "../../up.txt": "up.txt", "..\\..\\win.txt": "win.txt",
    "a//b/./c.txt": "a/b/c.txt", "C:\\d.txt": "C:/d.txt", "a\nb.txt": r"a\nb.txt",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["x.zip", "x.tar"])
def test_no_name_leads_out_of_an_archive(kind: str) -> None:
    members = [(name, ANNA) for name in TAMED]
    put(kind, zipped(members) if kind == "x.zip" else tarred(members))
    assert list(told(all_of(kind))) == [f"{kind}/{name}" for name in TAMED.values()]
    assert [path.name for path in Path().iterdir()] == [kind]  # nothing was extracted


@pytest.mark.parametrize("kind", ["x.zip", "x.tar"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_one_name_get_numbers(kind: str) -> None:
    members = [("a.txt", ANNA), ("./a.txt", TOM), ("a.txt~2", TOM), ("a.txt", TOM)]
    put(kind, zipped(members) if kind == "x.zip" else tarred(members))
    names = list(told(all_of(kind, format="text")))
    assert names == [f"{kind}/{name}" for name in ("a.txt", "a.txt~2", "a.txt~2~2", "a.txt~3")]


def test_names_in_odd_encodings_are_names_all_the_same() -> None:
    said = zipped([("caf\u00e9.txt", ANNA)])
    unsaid = said.replace(b"\x00\x08", b"\x00\x00") if b"\x00\x08" in said else said
    assert "x.zip/caf\u00e9.txt" in told(all_of(put("x.zip", said)))
    assert len(all_of(put("y.zip", unsaid))) == 1
    latin = tarred([("caf\u00e9.txt", ANNA)]).replace("\u00e9".encode(), b"\xe9\0")
    broken = all_of(put("x.tar", latin))
    assert all(name.isprintable() and name.encode() for name in told(broken))


def test_hidden_members_links_and_devices_are_passed_over() -> None:
    others = []
    for name, kind in (("l.txt", tarfile.SYMTYPE), ("h.txt", tarfile.LNKTYPE),
                       ("d.txt", tarfile.CHRTYPE), ("p.txt", tarfile.FIFOTYPE)):  # fmt: skip
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, "/etc/passwd"
        others.append(entry)
    folder = tarfile.TarInfo("folder.txt")
    folder.type = tarfile.DIRTYPE
    members = [("__MACOSX/a.txt", b"x"), (".git/a.txt", b"x"), ("a.pdf", b"x"), ("a.txt", ANNA),
               ("a.ann", b"T1\tPER 0 4\tAnna\n")]  # fmt: skip
    found = Documents([put("x.tar", tarred(members, others=[*others, folder]))])
    assert told(found) == {"x.tar/a.txt": ANNA.decode()}
    others_passed = {"links and devices in archives": 4}
    assert found.passed_over == {**others_passed, "hidden": 2, "of no known format": 2}
    found = Documents([put("x.zip", zipped([*members, ("sub/", b"")]))])
    assert told(found) == {"x.zip/a.txt": ANNA.decode()}
    assert found.passed_over == {"hidden": 2, "of no known format": 2}


# What is broken ---------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", TARS)
def test_what_stands_before_a_break_is_read(suffix: str) -> None:
    noise = [(f"{n}.txt", os.urandom(20_000).hex().encode()) for n in range(8)]
    whole = tarred(noise)
    cut = TARS[suffix](whole)
    found = all_of(put(f"x{suffix}", cut[: len(cut) * 2 // 3]))
    good = [one for one in found if one.failure is None]
    assert [(one.name, one.content) for one in good] == [
        (f"x{suffix}/{name}", content) for name, content in noise[: len(good)]
    ]
    assert len(good) >= 3
    assert set(codes(found[len(good) :])) == {"archive-broken"}
    assert found[-1].name == f"x{suffix}"


def test_a_zip_that_is_cut_is_one_failure() -> None:
    whole = zipped([(f"{n}.txt", os.urandom(n * 1000).hex().encode()) for n in range(6)])
    for cut in (whole.index(b"1.txt") + 40, whole.index(b"PK\1\2"), len(whole) - 9):
        assert told(all_of(put("x.zip", whole[:cut]))) == {"x.zip": "[archive-broken]"}


@pytest.mark.parametrize("at", [0, 512, 1024, 1300, 2048])
def test_a_tar_that_ends_anywhere_is_not_taken_for_whole(at: int) -> None:
    found = all_of(put("x.tar", tarred([("a.txt", ANNA), ("b.txt", TOM)])[:at]))
    assert codes(found)[-1] == "archive-broken"
    assert codes(found).count("") == at // 1024


def test_garbage_between_members_is_not_taken_for_the_end() -> None:
    content = bytearray(tarred([("a.txt", ANNA), ("b.txt", TOM)]))
    content[1024:1536] = b"x" * 512
    assert codes(all_of(put("x.tar", bytes(content)))) == ["", "archive-broken"]


def test_a_member_that_is_broken_is_one_failure_and_the_next_is_read() -> None:
    content = zipped([("a.txt", ANNA * 50), ("b.txt", TOM)])
    at = content.index(b"a.txt") + 12
    broken = content[:at] + bytes(byte ^ 0xFF for byte in content[at : at + 4]) + content[at + 4 :]
    assert codes(all_of(put("x.zip", broken))) == ["archive-broken", ""]
    inner = [("a.txt.gz", gzip.compress(ANNA)[:-9]), ("b.txt", TOM)]
    assert codes(all_of(put("x.tar", tarred(inner)))) == ["archive-broken", ""]


@pytest.mark.parametrize(
    "name", ["x.zip", "x.tar", "x.tar.gz", "x.txt.gz", "x.txt.xz", "x.txt.bz2"]
)
@pytest.mark.parametrize("content", [b"", b"PK", b"no archive" * 100, bytes(5)])
def test_what_is_no_archive_is_one_failure(name: str, content: bytes) -> None:
    assert codes(all_of(put(name, content))) == ["archive-broken"]


@pytest.mark.parametrize("content", [zipped([]), zipped([("folder/", b"")])])
def test_an_archive_of_nothing_is_no_failure_and_is_counted(content: bytes) -> None:
    found = Documents([put("x.zip", content), put("a.txt", ANNA)])
    assert told(found) == {"a.txt": ANNA.decode()}
    assert found.passed_over == {"without a document": 1}
    assert told(all_of(put("x.tar", tarred([])), "a.txt")) == {"a.txt": ANNA.decode()}


@pytest.mark.parametrize(("place", "value"), [(6, 1), (8, 97)], ids=["password", "packing"])
def test_what_python_cannot_unpack_is_a_failure(place: int, value: int) -> None:
    content = bytearray(zipped([("a.txt", ANNA), ("b.txt", TOM)]))
    for at in (content.index(b"PK\3\4") + place, content.index(b"PK\1\2") + place + 2):
        content[at] = value
    assert codes(all_of(put("x.zip", bytes(content)))) == ["archive-broken", ""]


@pytest.mark.parametrize("kind", ["x.zip", "x.tar"])
def test_an_archive_in_an_archive_is_a_failure(kind: str) -> None:
    members = [("in.zip", zipped(MEMBERS)), ("in.tar.gz", gzip.compress(tarred(MEMBERS))),
               ("a.txt.gz", gzip.compress(ANNA)), ("b.txt.gz.gz", b"")]  # fmt: skip
    put(kind, zipped(members) if kind == "x.zip" else tarred(members))
    assert told(all_of(kind)) == {
        f"{kind}/in.zip": "[archive-nested]",
        f"{kind}/in.tar.gz": "[archive-nested]",
        f"{kind}/a.txt.gz": ANNA.decode(),
        f"{kind}/b.txt.gz.gz": "[archive-nested]",
    }


# Bombs ------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_UNPACKED", 300_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("suffix", [*PACKING, ".tar.gz", ".tar.xz", ".tar.bz2"])
def test_what_unpacks_without_end_is_not_unpacked(suffix: str) -> None:
    many = b"x\n" * 500_000
    content = many if suffix in PACKING else tarred([("a.txt", ANNA), ("b.txt", many)])
    packed = PACKING[suffix.removeprefix(".tar")](content)
    name = put(f"x.txt{suffix}" if suffix in PACKING else f"x{suffix}", packed)
    found = all_of(name)
    assert (found[-1].name, codes(found)[-1]) == (name, "archive-bomb")  # not that of a member
    assert len(found) == 1 + (suffix not in PACKING)


@pytest.mark.usefixtures("small")
def test_a_member_of_a_zip_that_is_too_large_fails_alone() -> None:
    content = zipped([("a.txt", ANNA), ("b.txt", bytes(1_000_000)), ("z.txt", ANNA)])
    found = all_of(put("x.zip", content))
    assert [one.name for one in found] == ["x.zip/a.txt", "x.zip/b.txt", "x.zip/z.txt"]
    assert codes(found) == ["", "archive-bomb", ""]
    said = f"It has 1,000,000 bytes, which is too much of {len(content):,} packed ones."
    assert found[1].failure == ("archive-bomb", said)
    packed = [("a.txt.gz", gzip.compress(bytes(9_000_000))), ("z.txt", ANNA)]
    assert told(all_of(put("y.zip", zipped(packed)))) == {"y.zip": "[archive-bomb]"}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("told", [100, 400_000])
def test_a_member_of_a_zip_that_lies_about_its_size_is_not_read_beyond_it(told: int) -> None:
    content = zipped([("b.txt", bytes(1_000_000)), ("z.txt", ANNA)])
    lies = content.replace(struct.pack("<L", 1_000_000), struct.pack("<L", told))
    found = all_of(put("x.zip", lies))
    assert len(found[0].content) <= told
    assert codes(found) == ["archive-broken", ""]


@pytest.mark.usefixtures("small")
def test_members_of_a_zip_that_share_their_bytes_are_counted_each() -> None:
    """The better zip bomb: thousands of members, and one piece of packed bytes."""
    content = zipped([("0.txt", bytes(100_000))])
    end = content.index(b"PK\1\2")
    entry = content[end : content.index(b"PK\5\6")]
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 10, 10, len(entry) * 10, end, 0)
    found = all_of(put("x.zip", content[:end] + entry * 10 + tail))
    assert codes(found)[-1] in {"archive-bomb", "archive-broken"}  # some Pythons see through it
    assert sum(len(one.content) for one in found) <= 500_000


def test_a_header_beyond_all_measure_is_not_read() -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        entry = tarfile.TarInfo("a.txt")
        entry.pax_headers = {"comment": "x" * 1_000_000}
        archive.addfile(entry)
    assert codes(all_of(put("x.tar", file.getvalue()))) == ["archive-bomb"]


def made(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A header of tar, whatever it says."""
    entry = tarfile.TarInfo(name)
    entry.type = kind
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\x80" + size.to_bytes(11, "big") if size >= 0 else b"\xff" * 12
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


@pytest.mark.parametrize("size", [1 << 80, 1 << 62, 10**9, -1])
@pytest.mark.parametrize("kind", [tarfile.REGTYPE, b"Z"])
def test_a_member_is_not_of_a_size_that_cannot_be(size: int, kind: bytes) -> None:
    content = tarred([("a.txt", ANNA)])[:1024] + made("b.txt", size, kind) + bytes(2048)
    assert codes(all_of(put("x.tar", content))) == ["", "archive-bomb"]


@pytest.mark.parametrize("said", [b"1" * 60_000, b"9" * 60_000 + b" hdrcharset=x\n"])
def test_numbers_in_a_header_take_no_time(said: bytes) -> None:
    header = made("x", len(said), tarfile.XHDTYPE) + said + bytes(-len(said) % 512)
    begin = time.process_time()
    found = all_of(put("x.tar", header + tarred([("a.txt", ANNA)])))
    assert codes(found) == ["archive-bomb"]
    assert time.process_time() - begin < 1


def test_long_names_are_read() -> None:
    name = "/".join(["deep" * 20] * 20) + "/caf\u00e9.txt"
    for kind in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=kind) as archive:
            for _ in range(2):
                archive.addfile(tarfile.TarInfo(name))
        found = all_of(put("x.tar", file.getvalue()))
        assert [one.name for one in found] == [f"x.tar/{name}", f"x.tar/{name}~2"]


def test_headers_of_headers_come_to_an_end() -> None:
    many = (made("x", 11, tarfile.XHDTYPE) + b"11 path=ab\n" + bytes(501)) * 3000
    assert codes(all_of(put("x.tar", many + bytes(1024)))) == ["archive-broken"]


def test_a_file_with_holes_is_not_filled() -> None:
    entry = tarfile.TarInfo("a.txt")
    entry.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
    header[386:398], header[483:495] = b"%011o\0" % 0, b"%011o\0" % 10**9
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    found = all_of(put("x.tar", bytes(header) + bytes(1024)))
    assert codes(found) == ["archive-bomb"]


def test_a_large_archive_is_never_in_memory() -> None:
    noise = os.urandom(100_000).hex().encode()
    put("x.zip", zipped([(f"{n}.txt", noise) for n in range(50)]))
    put("x.tar.gz", gzip.compress(tarred([(f"{n}.txt", noise) for n in range(50)]), 1))
    for name in ("x.zip", "x.tar.gz"):
        tracemalloc.start()
        assert sum(len(one.content) for one in Documents([name])) == 50 * len(noise)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 30 * len(noise)


ROWS = b'{"text": "Anna."}\n'
INNER = [("a.txt", ANNA), ("b.jsonl", ROWS * 20), ("c.txt.gz", gzip.compress(TOM))]
NOISY = {
    "x.zip": zipped(INNER),
    "x.jsonl.gz": gzip.compress(ROWS * 500),
    "x.conllu.bz2": PACKING[".bz2"](b"# newdoc id = a\n1\tHush\n\n" * 100),
    **{f"x{suffix}": pack(tarred(INNER)) for suffix, pack in TARS.items()},
}


@pytest.mark.parametrize("name", NOISY)
def test_whatever_is_done_to_a_file_all_of_it_is_accounted_for(name: str) -> None:
    rng = random.Random(name)
    for _ in range(40):
        content = bytearray(NOISY[name])
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(content) + 1)
            change = [rng.randbytes(1), rng.randbytes(30), b""][rng.randrange(3)]
            content[at : at + rng.choice([0, 1, 1, 40])] = change
        found = Documents([put(name, bytes(content))])
        several = list(found)
        assert len({one.name for one in several}) == len(several)
        assert several or found.passed_over
