package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.ipam.speed.Speed;
import java.util.ArrayList;
import java.util.List;

/** The allocator's time per operation and heap per range. */
public final class SpeedPart implements Part {

  private static final int RANGES = 50_000;
  private static final int SECONDS = 8;

  @Override
  public String name() {
    return "speed";
  }

  @Override
  public List<Figure> run() throws Exception {
    var speed = new Speed(RANGES, SECONDS);
    var figures = new ArrayList<>(speed.heap());
    figures.addAll(speed.operations());
    return figures;
  }
}
