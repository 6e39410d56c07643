package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.ipam.speed.Speed;
import java.util.List;

/**
 * The allocator's time per operation as the sandbox starts the manager: with the first compiler
 * alone, which starts sooner and needs less memory, but makes slower code.
 */
public final class ManagerSpeedPart implements Part {

  private static final int RANGES = 50_000;
  private static final int SECONDS = 6;

  @Override
  public String name() {
    return "speed-as-manager";
  }

  @Override
  public int size() {
    return RANGES;
  }

  @Override
  public List<Figure> run(int ranges) throws Exception {
    return new Speed(ranges, SECONDS).operations("-XX:TieredStopAtLevel=1");
  }
}
