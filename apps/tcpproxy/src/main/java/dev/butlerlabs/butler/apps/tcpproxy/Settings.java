package dev.butlerlabs.butler.apps.tcpproxy;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the program was told at its start.
 *
 * @param listen where clients call
 * @param health where health and metrics are asked for
 * @param upstream where the API server is dialled
 * @param tls how TLS is ended here; absent when bytes are passed through
 * @param connections how many there may be at once
 * @param dial how long a dial or a handshake may take
 * @param linger how long clients are let in after a stop was asked for, until nobody is sent here
 * @param drain how long connections may take to end after that
 */
record Settings(
    HostPort listen,
    HostPort health,
    HostPort upstream,
    @Nullable Tls tls,
    int connections,
    Duration dial,
    Duration linger,
    Duration drain) {

  /**
   * How TLS is ended here.
   *
   * @param certificate shown to clients, with what stands behind it
   * @param key of that certificate, as PKCS#8
   * @param authorities whom the upstream's certificate must come from
   * @param serverName whom the upstream must prove to be; the way to it is chosen by this name
   */
  record Tls(Path certificate, Path key, Path authorities, String serverName) {}
}
