package dev.butlerlabs.butler.kube.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kernel.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  private enum Shade {
    LIGHT,
    VERY_DARK
  }

  private record Config(int port, Duration interval, Shade shade, Secret token) {
    Config {
      if (interval.isZero()) {
        throw new IllegalArgumentException("interval must not be zero; leave it out for 30s");
      }
    }
  }

  private static final Setting<Integer> PORT = Setting.number("port", "Where we listen", 1, 65535);
  private static final Setting<Duration> INTERVAL =
      Setting.duration("drift-check-interval", "How often we look").orElse("30s");
  private static final Setting<Shade> SHADE =
      Setting.choice("shade", "How it looks", Shade.class).orElse("light");
  private static final Setting<Secret> TOKEN = Setting.secret("token", "What lets us in");
  private static final Settings ALL = Settings.of(PORT, INTERVAL, SHADE, TOKEN);

  @Test
  void flagsComeBeforeVariablesBeforeTheFileBeforeDefaults(@TempDir Path folder)
      throws IOException {
    var file = folder.resolve("butler.yaml");
    Files.writeString(file, "port: 3\ndrift-check-interval: 1h30m\nshade: light\n");

    var config =
        read(
                List.of("--port=1"),
                Map.of("BUTLER_PORT", "2", "BUTLER_SHADE", "very-dark", "BUTLER_TOKEN", "hunter2"),
                file)
            .orElseThrow();

    assertThat(config)
        .isEqualTo(new Config(1, Duration.ofMinutes(90), Shade.VERY_DARK, new Secret("hunter2")));
  }

  @Test
  void allProblemsAreToldAtOnce() {
    var reading =
        read(List.of("--port", "0", "--shad=x", "stray"), Map.of("BUTLER_SHADE", "blue"), null);

    assertThat(reading.toString())
        .isEqualTo(
            """
            the configuration has 5 problem(s):
              - argument 4: is no flag (write it as --key=value)
              - flag --shad: is not known (did you mean shade?)
              - port: '0' (flag) is not a whole number from 1 to 65535 (correct it)
              - shade: 'blue' (BUTLER_SHADE) is not one of light, very-dark (correct it)
              - token: is not set (give secret text by --token or BUTLER_TOKEN)""");
  }

  @Test
  void aSecretMayNotStandInAFlag() {
    assertThat(problems(List.of("--port=1", "--token=hunter2"), Map.of()))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.sentence())
                    .doesNotContain("hunter2")
                    .contains("use --token-file or BUTLER_TOKEN"));
  }

  @Test
  void aSecretMayStandInAFileThatAFlagNames(@TempDir Path folder) throws IOException {
    var file = folder.resolve("token");
    Files.writeString(file, "hunter2\n");

    var config = read(List.of("--port=1", "--token-file=" + file), Map.of(), null).orElseThrow();

    assertThat(config.token().reveal()).isEqualTo("hunter2");
    assertThat(problems(List.of("--port=1", "--token-file=/none"), Map.of()))
        .singleElement()
        .extracting(Problem::trouble)
        .isEqualTo("its file /none cannot be read");
  }

  @Test
  void nothingThatIsShownShowsASecret() {
    var reading = read(List.of("--port=1"), Map.of("BUTLER_TOKEN", "hunter2"), null);

    assertThat(reading.toString()).doesNotContain("hunter2");
    assertThat(((Reading.Complete<Config>) reading).effective())
        .containsExactly(
            "port=1 (flag)",
            "drift-check-interval=30s (default)",
            "shade=light (default)",
            "token=(secret) (BUTLER_TOKEN)");
  }

  @Test
  void whatTheRecordRefusesIsAProblemToo() {
    var flags = List.of("--port=1", "--drift-check-interval=0s");

    assertThatThrownBy(() -> read(flags, Map.of("BUTLER_TOKEN", "x"), null).orElseThrow())
        .hasMessageContaining("interval must not be zero");
  }

  @Test
  void aBrokenFileIsNotQuoted(@TempDir Path folder) throws IOException {
    var file = folder.resolve("butler.yaml");
    Files.writeString(file, "token: [hunter2");

    var reading = read(List.of("--port=1"), Map.of("BUTLER_TOKEN", "x"), file);

    assertThat(reading.toString()).contains("is no YAML").doesNotContain("hunter2");
  }

  @Test
  void theReferencePageHasARowForEach() {
    assertThat(ALL.reference().lines())
        .hasSize(6)
        .contains(
            "| `port` | `BUTLER_PORT` | a whole number from 1 to 65535 | must be set | Where we listen |",
            "| `drift-check-interval` | `BUTLER_DRIFT_CHECK_INTERVAL` | a duration such as 10s, 5m or 1h30m | `30s` | How often we look |");
  }

  private static List<Problem> problems(List<String> flags, Map<String, String> environment) {
    return ((Reading.Faulty<Config>) read(flags, environment, null)).problems();
  }

  private static Reading<Config> read(
      List<String> flags,
      Map<String, String> environment,
      @org.jspecify.annotations.Nullable Path file) {
    return ALL.read(
        Sources.of(flags, environment, file),
        values ->
            new Config(
                values.get(PORT), values.get(INTERVAL), values.get(SHADE), values.get(TOKEN)));
  }
}
