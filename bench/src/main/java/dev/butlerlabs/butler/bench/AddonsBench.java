package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.addons.ReleasesPart;
import dev.butlerlabs.butler.bench.addons.RenderPart;
import java.util.List;

/** Addons in figures: charts rendered, and very many releases. */
public final class AddonsBench implements Benchmark {

  private final Parts parts = new Parts("addons", List.of(new RenderPart(), new ReleasesPart()));

  @Override
  public String about() {
    return "charts and releases; " + parts.about();
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    return parts.run(arguments);
  }
}
