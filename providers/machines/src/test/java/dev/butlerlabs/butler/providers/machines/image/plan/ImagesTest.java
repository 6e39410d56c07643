package dev.butlerlabs.butler.providers.machines.image.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImagesTest {

  private static final ImageState FAILED =
      new ImageState.Unclear(new Fault.Failed("fetch", "checksum mismatch"));
  private static final ImageState SILENT =
      new ImageState.Unclear(new Fault.Unavailable("look", "no answer"));

  @Test
  void aFailureIsToldBeforeItIsTriedAgain() {
    assertThat(Images.again(FAILED, new ImageSync())).isFalse();
    assertThat(Images.again(FAILED, told(Truth.FALSE))).isFalse();
    assertThat(Images.again(FAILED, told(Truth.TRUE))).isTrue();
  }

  @Test
  void nothingIsTriedWhereNobodyCouldSee() {
    assertThat(Images.again(SILENT, told(Truth.TRUE))).isFalse();
    assertThat(Images.again(new ImageState.Absent(), told(Truth.TRUE))).isFalse();
  }

  private static ImageSync told(Truth degraded) {
    var condition = new Condition("Degraded", degraded, "ProviderError", "", Instant.EPOCH, 1L);
    var order = new ImageSync();
    order.setStatus(
        new ImageSyncStatus(
            null, null, null, null, null, null, null, null, null, List.of(condition)));
    return order;
  }
}
