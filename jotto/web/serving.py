"""Serving with uvicorn: its options, and its limits."""

from __future__ import annotations

import asyncio
import socket
import ssl
from pathlib import Path

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from jotto.errors import FileError, GameError
from jotto.web.guard import SAFE, Guard

GRACE = 1  # second for what is being answered when the server ends
CONNECTIONS = 900  # below 1,024 open files, a usual limit; 503 to more
HEADERS = 16 * 1024  # bytes of headers that are kept while more is to come; 400 to more
HEADERS_SECONDS = 10.0


class Patient(H11Protocol):
    """HTTP; a connection is closed if the headers of its request take too long."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what arrives: a part of a request, or some requests."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        if self._late:
            self._late.cancel()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, with the headers of every answer."""
        headers = [*SAFE.items(), ("Cache-Control", "no-store"), ("Connection", "close")]
        start = h11.Response(status_code=400, headers=[*headers, ("Content-Type", "text/plain")])
        for part in (start, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _wait(self) -> None:
        if self.conn.their_state is not h11.IDLE and self._late:
            self._late.cancel()
            self._late = None
        elif self.conn.their_state is h11.IDLE and self._late is None:
            self._late = self.loop.call_later(HEADERS_SECONDS, self.transport.close)


def tls(certificate: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    """Return the files of a certificate after trying them. Raises GameError and FileError."""
    if certificate is None or key is None:
        if certificate or key:
            raise GameError("https needs both --certificate and --key")
        return None

    def no_password() -> str:
        why = "needs a password; to remove it: openssl pkey -in OLD -out NEW"
        raise FileError("the key", key, why)

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, no_password)
    except ssl.SSLError:
        why = "is not a certificate with its key, in PEM format; see --certificate and --key"
        raise FileError("the certificate", certificate, why) from None
    except OSError as error:
        missing = key if certificate.exists() else certificate
        raise FileError("the certificate", missing, error.strerror or "cannot be read") from None
    return certificate, key


def configured(app: ASGIApp, tls: tuple[Path, Path] | None = None) -> uvicorn.Config:
    """Return how uvicorn serves an application here."""
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="critical",  # the guard keeps the log
        access_log=False,
        server_header=False,
        proxy_headers=False,  # an address that visitors could make up
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=CONNECTIONS,
        h11_max_incomplete_event_size=HEADERS,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )


class Server(uvicorn.Server):
    """A server that ends its event streams at once when it is to end."""

    def __init__(self, guard: Guard, tls: tuple[Path, Path] | None = None) -> None:
        super().__init__(configured(guard, tls))
        self._streams = guard.streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what would not end by itself, then wait for the rest."""
        self._streams.end()
        await super().shutdown(sockets)


def serve(guard: Guard, sock: socket.socket, tls: tuple[Path, Path] | None) -> None:
    """Answer requests until the server is interrupted."""
    Server(guard, tls).run(sockets=[sock])
