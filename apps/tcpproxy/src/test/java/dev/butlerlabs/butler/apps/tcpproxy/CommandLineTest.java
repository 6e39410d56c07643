package dev.butlerlabs.butler.apps.tcpproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.apps.tcpproxy.CommandLine.Parsed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program understands. */
class CommandLineTest {

  private static final long MEMORY = 64L * 1024 * 1024;

  private static Parsed parse(String... arguments) {
    return CommandLine.parse(List.of(arguments), MEMORY);
  }

  @Test
  void anUpstreamIsEnough() {
    var settings = ((Parsed.Good) parse("--upstream=[fd00::7]:6443")).settings();
    assertThat(settings.upstream()).isEqualTo(new HostPort("fd00::7", 6443));
    assertThat(settings.listen()).isEqualTo(new HostPort("", 6443));
    assertThat(settings.tls()).isNull();
    assertThat(settings.connections()).isEqualTo(256);
  }

  @Test
  void tlsIsEndedWhenAllIsGivenForIt() {
    var parsed =
        parse(
            "--upstream=api.example.com:443",
            "--server-name=api.example.com",
            "--certificate=/c",
            "--key=/k",
            "--authorities=/a");
    assertThat(((Parsed.Good) parsed).settings().tls())
        .isEqualTo(
            new Settings.Tls(Path.of("/c"), Path.of("/k"), Path.of("/a"), "api.example.com"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"under_score", "api.example.com.", "-api", "a b"})
  void nameThatNoServerCanProveIsSaidAtTheStart(String name) {
    var parsed =
        parse(
            "--upstream=api.example.com:443",
            "--server-name=" + name,
            "--certificate=/c",
            "--key=/k",
            "--authorities=/a");
    assertThat(((Parsed.Bad) parsed).problems())
        .containsExactly("--server-name=%s is no host name".formatted(name));
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    var parsed =
        (Parsed.Bad) parse("--listen=fd00::1:6443", "--key=/k", "--connections=-1", "upstream");
    assertThat(parsed.problems())
        .anySatisfy(one -> assertThat(one).contains("'upstream' is no flag"))
        .anySatisfy(one -> assertThat(one).contains("--listen=fd00::1:6443 is no host:port"))
        .anySatisfy(
            one -> assertThat(one).contains("--server-name, --certificate, --authorities is"))
        .anySatisfy(one -> assertThat(one).contains("--connections=-1 is no number"))
        .anySatisfy(one -> assertThat(one).contains("--upstream=host:port is missing"))
        .hasSize(5);
  }
}
