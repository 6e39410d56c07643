package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Images on the platform of a stage. Those that the stage began with are not counted.
 *
 * @param <S> the stage of the platform
 */
public abstract class StagedImages<S extends Stage> extends StagedScene<S> implements ImageScene {

  private static final MachineId GUEST =
      new MachineId("from-image", "7e0f0b52-7f3e-4a53-9f0c-3d1f0e6a7b33");

  private final String format;
  private final Function<S, List<String>> images;
  private final List<String> atFirst;

  /**
   * @param format of the files that this platform takes
   * @param images the names of all images the platform holds, in whatever state
   */
  protected StagedImages(S stage, String format, Function<S, List<String>> images) {
    super(stage);
    this.format = format;
    this.images = images;
    this.atFirst = List.copyOf(images.apply(stage));
  }

  /** Where the file lies that can be brought. */
  protected abstract String source();

  /** Where no file lies. */
  protected abstract String nowhere();

  public final ImageOrder of(String source, @Nullable String sha256) {
    return new ImageOrder(
        URI.create(source), format, sha256, Architecture.AMD64, TransferMode.DIRECT);
  }

  @Override
  public final ImageOrder order(@Nullable String sha256) {
    return of(source(), sha256);
  }

  @Override
  public final ImageOrder missing() {
    return of(nowhere(), null);
  }

  @Override
  public String sha256() {
    return "ab".repeat(32);
  }

  @Override
  public boolean checks() {
    return false;
  }

  @Override
  public final void startFrom(String reference) {
    var order =
        new MachineOrder(
            new Hardware(2, 2048, 20, List.of()),
            Boot.unconfigured(reference),
            new Addressing.Dhcp(),
            new Placement("demo", MachineRole.WORKER),
            Map.of());
    try (var life = new Life(stage(), GUEST)) {
      life.run(order);
      life.end();
    }
  }

  @Override
  public final List<String> names() {
    var names = new ArrayList<>(images.apply(stage()));
    atFirst.forEach(names::remove);
    return names;
  }
}
