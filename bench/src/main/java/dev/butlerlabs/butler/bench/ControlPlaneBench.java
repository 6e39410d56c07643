package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.hosted.Hosted;
import java.nio.file.Path;
import java.util.List;

/** From the order of a control plane to its first answer, beside a bare kube-apiserver. */
public final class ControlPlaneBench implements Benchmark {

  private static final int PAIRS = 10;

  @Override
  public String about() {
    return "time from an order to a control plane that answers; [PAIRS]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var pairs = arguments.isEmpty() ? PAIRS : Integer.parseInt(arguments.getFirst());
    var root = Path.of(System.getProperty("butler.root"));
    return new Hosted(List.of(root.resolve("butler").toString()), pairs).measure();
  }
}
