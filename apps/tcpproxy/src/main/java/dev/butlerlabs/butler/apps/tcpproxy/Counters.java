package dev.butlerlabs.butler.apps.tcpproxy;

import java.util.concurrent.atomic.LongAdder;

/** What happened since the start, counted. */
final class Counters {

  final LongAdder open = new LongAdder();

  /** Brought together with the API server. */
  final LongAdder joined = new LongAdder();

  /** Turned away because there were as many as there may be. */
  final LongAdder refused = new LongAdder();

  /** Let in, and not brought to the API server. */
  final LongAdder failed = new LongAdder();

  final LongAdder bytesToServer = new LongAdder();
  final LongAdder bytesToClients = new LongAdder();
  final LongAdder reloads = new LongAdder();
  final LongAdder failedReloads = new LongAdder();

  /**
   * As Prometheus reads it.
   *
   * @param expires when the certificate runs out, in seconds since 1970; 0 when none is shown
   */
  String text(boolean ready, long expires) {
    return """
    # TYPE butler_tcp_proxy_ready gauge
    butler_tcp_proxy_ready %d
    # TYPE butler_tcp_proxy_connections gauge
    butler_tcp_proxy_connections %d
    # TYPE butler_tcp_proxy_connections_total counter
    butler_tcp_proxy_connections_total{outcome="joined"} %d
    butler_tcp_proxy_connections_total{outcome="refused"} %d
    butler_tcp_proxy_connections_total{outcome="failed"} %d
    # TYPE butler_tcp_proxy_bytes_total counter
    butler_tcp_proxy_bytes_total{to="server"} %d
    butler_tcp_proxy_bytes_total{to="clients"} %d
    # TYPE butler_tcp_proxy_reloads_total counter
    butler_tcp_proxy_reloads_total{outcome="taken"} %d
    butler_tcp_proxy_reloads_total{outcome="failed"} %d
    # TYPE butler_tcp_proxy_certificate_expires_seconds gauge
    butler_tcp_proxy_certificate_expires_seconds %d
    """
        .formatted(
            ready ? 1 : 0,
            open.sum(),
            joined.sum(),
            refused.sum(),
            failed.sum(),
            bytesToServer.sum(),
            bytesToClients.sum(),
            reloads.sum(),
            failedReloads.sum(),
            expires);
  }
}
