package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.ipam.ChurnPart;
import dev.butlerlabs.butler.bench.ipam.EndToEndPart;
import dev.butlerlabs.butler.bench.ipam.ManagerSpeedPart;
import dev.butlerlabs.butler.bench.ipam.SettledPart;
import dev.butlerlabs.butler.bench.ipam.SpeedPart;
import dev.butlerlabs.butler.bench.ipam.churn.Trace;
import java.util.List;

/** IPAM in figures, part by part. */
public final class IpamBench implements Benchmark {

  private final Parts parts;

  public IpamBench() {
    this(
        List.of(
            new ChurnPart(Trace.committed()),
            new SpeedPart(),
            new ManagerSpeedPart(),
            new EndToEndPart(),
            new SettledPart()));
  }

  IpamBench(List<Part> parts) {
    this.parts = new Parts("ipam", parts);
  }

  @Override
  public String about() {
    return "addresses; " + parts.about();
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    return parts.run(arguments);
  }
}
