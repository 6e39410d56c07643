package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class IpamBenchTest {

  private final IpamBench bench = new IpamBench(List.of(new Told("one", 10), new Told("two", 20)));

  @Test
  void allPartsRunAtTheirOwnSize() throws Exception {
    assertThat(bench.run(List.of())).extracting(Figure::value).containsExactly(10.0, 20.0);
  }

  @Test
  void onePartRunsAtTheSizeAskedFor() throws Exception {
    assertThat(bench.run(List.of("two=3"))).extracting(Figure::value).containsExactly(3.0);
  }

  @Test
  void unknownPartIsAnsweredWithThoseThereAre() {
    assertThatThrownBy(() -> bench.run(List.of("three")))
        .hasMessage("ipam has no part \"three\"; it has [one, two]");
  }

  private record Told(String name, int size) implements Part {
    @Override
    public List<Figure> run(int size) {
      return List.of(new Figure(name, size, "", "", 0, true, ""));
    }
  }
}
