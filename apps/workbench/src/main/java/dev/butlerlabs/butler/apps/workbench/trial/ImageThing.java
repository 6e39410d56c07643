package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.util.List;

/** An image; it is there when machines can start from it. */
record ImageThing(ImageDriver driver, ImageId id, ImageOrder order) implements Thing {

  @Override
  public Kind kind() {
    return Kind.IMAGE;
  }

  @Override
  public String name() {
    return id.name();
  }

  @Override
  public String uid() {
    return id.uid();
  }

  @Override
  public List<Fault> validate() {
    return driver.validate(order);
  }

  @Override
  public Look observe(Memo memo) {
    return look(driver.observe(id, memo));
  }

  @Override
  public Look ensure(Memo memo) {
    return look(driver.ensure(id, order, memo));
  }

  @Override
  public Look remove(Memo memo) {
    return look(driver.remove(id, memo));
  }

  private static Look look(ImageState state) {
    return switch (state) {
      case ImageState.Absent() -> new Look.Gone();
      case ImageState.Underway(_, var doing, var memo, _) -> new Look.Underway(doing, memo);
      case ImageState.Ready(var reference, _) -> new Look.There(reference, "");
      case ImageState.Unclear(var fault) -> new Look.Trouble(fault);
    };
  }
}
