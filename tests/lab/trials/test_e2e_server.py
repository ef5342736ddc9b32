"""The server that programs in other languages drive: nodes that are killed and come back."""

import json
import subprocess
import sys

import httpx
import pytest


def is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz", timeout=20).is_success
    except httpx.TransportError:
        return False


@pytest.mark.meta
@pytest.mark.timeout(300)
def test_the_server_obeys_and_leaves_no_node_behind() -> None:
    """Orders are answered by a line each; the end of the input ends everything."""
    command = [sys.executable, "-m", "gridwright_lab.trials.services.e2e_server"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        (address,) = json.loads(server.stdout.readline())["addresses"]
        assert is_ready(address)

        def order(words: str) -> dict[str, str]:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(f"{words}\n")
            server.stdin.flush()
            answer: dict[str, str] = json.loads(server.stdout.readline())
            return answer

        assert order("kill node 0") == {"done": "kill node 0"}
        assert not is_ready(address)
        assert order("start node 0") == {"done": "start node 0"}
        assert is_ready(address)
        assert "got 'kill everything'" in order("kill everything")["problem"]
        server.stdin.close()
        assert server.wait(60) == 0
    assert not is_ready(address)
