"""The system calls that a program in the sandbox may not make, as a filter for the kernel.

Namespaces hide the machine; the filter keeps a program from what they leave open: new namespaces, kernel interfaces
with a long history of holes, memory that nobody's size shows, things of which the machine has only so many, sockets
that leave the machine without a network, other processor cores, and signals that would wake it while it is paused.
"""

from __future__ import annotations

import errno
import platform
import signal
import struct
from typing import Final, NamedTuple

# Classic BPF: the few instructions that are needed.
LOAD, AND, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where the kernel puts them

NEW_NAMESPACES: Final = 0x7E020080
SHARED_AND_ANONYMOUS: Final = 0x21
X32: Final = 0x40000000
F_SETSIG: Final = 10
F_SETPIPE_SZ: Final = 1031
OPEN_FILE_LOCKS: Final = (37, 38)  # F_OFD_SETLK and F_OFD_SETLKW: locks that name no process
PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4  # what is not dumpable hides its open files from a house that is not root
FAMILIES: Final = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6: their only network is the sandbox's own loopback


class Machine(NamedTuple):
    """A kind of processor: how the kernel names it, and the numbers of the calls below, in their order."""

    audit: int
    column: int


MACHINES: Final = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}

# Refused whatever their arguments; -1: this machine has no such call.
REFUSED: Final = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "vmsplice": (278, 75),
    "io_setup": (206, 0),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mq_notify": (244, 184),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "personality": (135, 92),
    "inotify_init": (253, -1),
    "iopl": (172, -1),
    "ioperm": (173, -1),
    "modify_ldt": (154, -1),
    "sched_setaffinity": (203, 122),
    "timer_create": (222, 107),
}
CLONE, CLONE3, MMAP, SOCKET, FCNTL, PRCTL = (56, 220), (435, 435), (9, 222), (41, 198), (72, 25), (157, 167)
# Calls that send a signal, and which argument is the signal.
SIGNALLING: Final = {
    (62, 129): 1,  # kill
    (200, 130): 1,  # tkill
    (234, 131): 2,  # tgkill
    (129, 138): 1,  # rt_sigqueueinfo
    (297, 240): 2,  # rt_tgsigqueueinfo
    (424, 424): 1,  # pidfd_send_signal
}

Instruction = tuple[int, int, int, int]  # code, jumps if true and if false, operand


def supported() -> bool:
    """Whether there is a filter for this machine."""
    return platform.machine() in MACHINES


def program(machine: str | None = None) -> bytes:
    """The filter in the kernel's format."""
    kind = MACHINES[machine or platform.machine()]
    refuse = (RETURN, 0, 0, REFUSE | errno.EPERM)
    found: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, kind.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if kind.column == 0:
        found += [(AT_LEAST, 0, 1, X32), refuse]
    for numbers in REFUSED.values():
        if numbers[kind.column] >= 0:
            found += [(EQUAL, 0, 1, numbers[kind.column]), refuse]
    # The C library falls back to clone, whose flags a filter can read.
    found += [(EQUAL, 0, 1, CLONE3[kind.column]), (RETURN, 0, 0, REFUSE | errno.ENOSYS)]
    rules: list[tuple[int, list[Instruction]]] = [
        (
            CLONE[kind.column],
            [*_argument(0), (ANY_BIT, 0, 1, NEW_NAMESPACES & ~0xFF), refuse, (AND, 0, 0, 0xFF), *_is(signal.SIGCONT)],
        ),
        (MMAP[kind.column], [*_argument(3), (AND, 0, 0, SHARED_AND_ANONYMOUS), *_is(SHARED_AND_ANONYMOUS)]),
        (FCNTL[kind.column], [*_argument(1), *_is(F_SETSIG, F_SETPIPE_SZ, *OPEN_FILE_LOCKS)]),
        (PRCTL[kind.column], [*_argument(0), *_is(PR_SET_PDEATHSIG, PR_SET_DUMPABLE)]),
        (
            SOCKET[kind.column],
            [
                *_argument(0),
                *((EQUAL, len(FAMILIES) - n, 0, family) for n, family in enumerate(FAMILIES)),
                refuse,
            ],
        ),
        *((numbers[kind.column], [*_argument(which), *_is(signal.SIGCONT)]) for numbers, which in SIGNALLING.items()),
    ]
    for number, rule in rules:
        found += [(EQUAL, 0, len(rule) + 1, number), *rule, (RETURN, 0, 0, ALLOW)]
    found.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in found)


def _argument(which: int) -> list[Instruction]:
    """Load the lower half of an argument; both machines store it first."""
    return [(LOAD, 0, 0, ARGUMENTS + 8 * which)]


def _is(*values: int) -> list[Instruction]:
    """Refuse the call if what is loaded is one of these."""
    refuse = (RETURN, 0, 0, REFUSE | errno.EPERM)
    return [instruction for value in values for instruction in ((EQUAL, 0, 1, int(value)), refuse)]
