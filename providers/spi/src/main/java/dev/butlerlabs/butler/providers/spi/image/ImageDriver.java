package dev.butlerlabs.butler.providers.spi.image;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.List;

/**
 * Images of one account. The same promises as for machines: every call may be repeated, answers
 * within seconds, and touches nothing that does not carry the owner's UID.
 */
public interface ImageDriver {

  /** Everything that would keep this order from being done, found by looking only. */
  List<Fault> validate(ImageOrder order);

  /** Looks, and changes nothing. */
  ImageState observe(ImageId id, Memo memo);

  /** Brings the image one step nearer to being usable. */
  ImageState ensure(ImageId id, ImageOrder order, Memo memo);

  /** Makes it not exist, and nothing that was made for it. Machines made from it live on. */
  ImageState remove(ImageId id, Memo memo);
}
