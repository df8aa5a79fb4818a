"""Where pages are served: an address of this machine, in the local network for those that others there are to open, and a port."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import socket
from typing import Final

from citadels_sim.errors import CitadelsError

LOOPBACK: Final = "127.0.0.1"
_ELSEWHERE: Final = ("10.255.255.255", 9)
"""An address of no local machine; that a packet would go there says which address of this machine it would come from. None is sent."""


def lan_address(named: str | None = None) -> str:
    """Return the address of this machine to serve others at.

    Parameters
    ----------
    named : str or None
        What a person chose; None: the usual one.

    Raises
    ------
    CitadelsError
        If it is none that only a local network reaches, or there is none.
    """
    text = named or _usual()
    if text is None:
        raise CitadelsError("--lan: this machine is not in a network. Connect it to one, or give its address there with --address.")
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        raise CitadelsError(f"--address: '{text[:80]}' should be an address of this machine as numbers, such as 192.168.1.20.") from None
    if address.is_unspecified or address.is_multicast or address.is_reserved:
        raise CitadelsError(f"--address: {address} is not the address of one machine. Give that of this machine, such as 192.168.1.20.")
    if address.is_global:
        raise CitadelsError(
            f"--lan: {address} can be reached from the whole Internet, but --lan is for a local network. Give an address there with "
            f"--address."
        )
    return str(address)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address of this machine; port 0: at any port that is free.

    Raises
    ------
    CitadelsError
        If the port or the address cannot be used.
    """
    try:
        return socket.create_server((host, port))
    except OSError as error:
        where = f"--port: {port}" if port and error.errno != errno.EADDRNOTAVAIL else f"--address: {host}"
        raise CitadelsError(f"{where} cannot be used ({error.strerror}). Give another, or leave it out.") from None


def _usual() -> str | None:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        address = str(probe.getsockname()[0])
        return None if ipaddress.IPv4Address(address).is_loopback or address == "0.0.0.0" else address
    return None
