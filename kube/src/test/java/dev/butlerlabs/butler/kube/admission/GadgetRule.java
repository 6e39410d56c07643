package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Small gadgets are fine, large ones get a warning, huge ones are refused. */
final class GadgetRule implements Rule<Gadget> {

  static final int LARGE = 20;
  static final int HUGE = 60;
  static final int BUG = 13;
  static final int CUT_OFF = 14;

  private final Queue<Request<Gadget>> asked = new ConcurrentLinkedQueue<>();

  List<Request<Gadget>> asked() {
    return List.copyOf(asked);
  }

  @Override
  public Ruling review(Request<Gadget> request) {
    asked.add(request);
    var spec = request.subject().getSpec();
    var size = spec == null || spec.size() == null ? 0 : spec.size();
    if (size == BUG) {
      throw new IllegalStateException("thirteen");
    }
    if (size == CUT_OFF) {
      var attempt = new Attempt("list", "Gadget", ObjectKey.cluster(""));
      throw new TroubleException(new Trouble.Unreachable(attempt, "no answer", Duration.ZERO));
    }
    if (size >= HUGE) {
      return Ruling.denied("spec.size", size + " is more than 59", "order a smaller one");
    }
    return size >= LARGE ? Ruling.allowed("spec.size: " + size + " is large") : Ruling.allowed();
  }
}
