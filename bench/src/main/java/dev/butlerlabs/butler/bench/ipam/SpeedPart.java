package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.ipam.speed.Speed;
import java.util.ArrayList;
import java.util.List;

/** The allocator's time per operation and heap per range. */
public final class SpeedPart implements Part {

  private static final int RANGES = 50_000;
  private static final int SECONDS = 6;

  @Override
  public String name() {
    return "speed";
  }

  @Override
  public int size() {
    return RANGES;
  }

  @Override
  public List<Figure> run(int ranges) throws Exception {
    var speed = new Speed(ranges, SECONDS);
    var figures = new ArrayList<>(speed.heap());
    figures.addAll(speed.operations());
    return figures;
  }
}
