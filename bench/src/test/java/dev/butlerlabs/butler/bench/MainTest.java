package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void figuresAreOneJsonObjectPerLine() throws Exception {
    assertThat(run("speed", "-o", "json")).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "{\"name\":\"speed\",\"value\":2.0,\"unit\":\"s\",\"goal\":\"quick\","
                + "\"limit\":3.0,\"met\":true,\"detail\":\"one run\"}");
  }

  @Test
  void withoutANameTheBenchmarksAreListed() throws Exception {
    assertThat(run()).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("speed").contains("how quick");
  }

  @Test
  void unknownNameIsToldWithTheKnownOnes() throws Exception {
    assertThat(run("sped")).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("there is no \"sped\"; there are [speed]");
  }

  @Test
  void sizeThatIsNoneIsToldInOneSentence() throws Exception {
    assertThat(run("speed", "fast=x")).isEqualTo(2);
    assertThat(run("speed", "slow")).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "bench: \"x\" is no size; give a whole number from 1 on",
            "bench: speed has no part \"slow\"; it has [fast]");
  }

  @Test
  void ordersOfMachinesNeedNumbersToo() throws Exception {
    for (var words : List.of(List.of("many"), List.of("6", "seed"))) {
      assertThatThrownBy(() -> new ProvidersBench().run(words)).isInstanceOf(WrongArgument.class);
    }
    assertThatThrownBy(() -> new AccountsBench().run(List.of("0")))
        .isInstanceOf(WrongArgument.class)
        .hasMessage("\"0\" is no size; give a whole number from 1 on");
  }

  @Test
  void clustersNeedNumbersAndSharesThatLeaveSomethingOver() {
    assertThatThrownBy(() -> new TenantsBench().run(List.of("some")))
        .isInstanceOf(WrongArgument.class)
        .hasMessage("\"some\" is no size; give a whole number from 1 on");
    assertThatThrownBy(() -> new FleetBench().run(List.of("-1"))).isInstanceOf(WrongArgument.class);
    for (var share : List.of("100", "-1", "all")) {
      assertThatThrownBy(() -> new FleetBench().run(List.of("5", share)))
          .isInstanceOf(WrongArgument.class)
          .hasMessage(
              "\"%s\" is no share; give a whole number of percent from 0 to 99".formatted(share));
    }
  }

  private int run(String... arguments) throws Exception {
    return Main.run(
        new TreeMap<>(Map.of("speed", new Speed())),
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private static final class Speed implements Benchmark {
    @Override
    public String about() {
      return "how quick";
    }

    @Override
    public List<Figure> run(List<String> arguments) throws Exception {
      new Parts("speed", List.of(new Fast())).run(arguments);
      return List.of(new Figure("speed", 2, "s", "quick", 3, true, "one run"));
    }
  }

  private static final class Fast implements Part {
    @Override
    public String name() {
      return "fast";
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public List<Figure> run(int size) {
      return List.of();
    }
  }
}
