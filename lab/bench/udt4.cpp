// UDT4 as a rival: memory to memory over libudt. Built by udp-table where libudt is installed.
//   udt4 receive PORT          takes one connection, prints bytes and seconds from its acceptance to its end
//   udt4 send HOST PORT BYTES
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netdb.h>
#include <string>
#include <udt/udt.h>
#include <vector>

static int fail(const char* what) {
    std::fprintf(stderr, "udt4: %s: %s\n", what, UDT::getlasterror().getErrorMessage());
    return 1;
}

// room for a bandwidth-delay product of 1 Gbit/s and 500 ms, which the defaults (8 MB) are not
static void enlarge(UDTSOCKET socket) {
    int bytes = 64 << 20, window = 65536, kernel = 16 << 20;
    UDT::setsockopt(socket, 0, UDT_FC, &window, sizeof window);
    UDT::setsockopt(socket, 0, UDT_SNDBUF, &bytes, sizeof bytes);
    UDT::setsockopt(socket, 0, UDT_RCVBUF, &bytes, sizeof bytes);
    UDT::setsockopt(socket, 0, UDP_SNDBUF, &kernel, sizeof kernel);
    UDT::setsockopt(socket, 0, UDP_RCVBUF, &kernel, sizeof kernel);
}

static sockaddr_in address(const char* host, const char* port) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(std::atoi(port));
    inet_pton(AF_INET, host, &where.sin_addr);
    return where;
}

static int receive(const char* port) {
    UDTSOCKET listener = UDT::socket(AF_INET, SOCK_STREAM, 0);
    enlarge(listener);
    sockaddr_in any = address("0.0.0.0", port);
    if (UDT::bind(listener, reinterpret_cast<sockaddr*>(&any), sizeof any) == UDT::ERROR
        || UDT::listen(listener, 1) == UDT::ERROR) {
        return fail("listen");
    }
    sockaddr_in peer;
    int length = sizeof peer;
    UDTSOCKET stream = UDT::accept(listener, reinterpret_cast<sockaddr*>(&peer), &length);
    if (stream == UDT::INVALID_SOCK) {
        return fail("accept");
    }
    auto started = std::chrono::steady_clock::now();
    auto last = started;
    std::vector<char> buffer(1 << 20);
    long long total = 0;
    for (int got; (got = UDT::recv(stream, buffer.data(), buffer.size(), 0)) != UDT::ERROR; total += got) {
        last = std::chrono::steady_clock::now();
    }
    std::printf("%lld %.3f\n", total, std::chrono::duration<double>(last - started).count());
    UDT::close(stream);
    UDT::close(listener);
    return 0;
}

static int send(const char* host, const char* port, long long bytes) {
    UDTSOCKET stream = UDT::socket(AF_INET, SOCK_STREAM, 0);
    enlarge(stream);
    sockaddr_in peer = address(host, port);
    if (UDT::connect(stream, reinterpret_cast<sockaddr*>(&peer), sizeof peer) == UDT::ERROR) {
        return fail("connect");
    }
    std::vector<char> buffer(1 << 20, 7);
    while (bytes > 0) {
        int part = static_cast<int>(std::min<long long>(bytes, buffer.size()));
        int sent = UDT::send(stream, buffer.data(), part, 0);
        if (sent == UDT::ERROR) {
            return fail("send");
        }
        bytes -= sent;
    }
    // lingers until what was sent has arrived
    UDT::close(stream);
    return 0;
}

int main(int count, char** words) {
    UDT::startup();
    int code = 2;
    if (count == 3 && std::string(words[1]) == "receive") {
        code = receive(words[2]);
    } else if (count == 5 && std::string(words[1]) == "send") {
        code = send(words[2], words[3], std::atoll(words[4]));
    } else {
        std::fprintf(stderr, "udt4 receive PORT | udt4 send HOST PORT BYTES\n");
    }
    UDT::cleanup();
    return code;
}
