package dev.butlerlabs.butler.kube.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricsTest {

  @Test
  void theJvmAndOurOwnMetersAreOnThePage() {
    try (var metrics = new Metrics()) {
      metrics.registry().counter("butler_test_events").increment();

      assertThat(metrics.scrape())
          .contains("butler_test_events_total 1.0")
          .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds");
    }
  }
}
