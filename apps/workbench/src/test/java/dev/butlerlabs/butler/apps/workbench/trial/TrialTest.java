package dev.butlerlabs.butler.apps.workbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.apps.workbench.trial.InMemoryDriver.Bug;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialTest {

  private static final String UID = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";
  private static final Trial.Wish EVERYTHING =
      new Trial.Wish(
          true,
          Optional.of(
              new ImageOrder(
                  URI.create("https://example.com/talos.qcow2"),
                  "qcow2",
                  null,
                  Architecture.AMD64,
                  TransferMode.DIRECT)));

  private static final Report.Head HEAD =
      new Report.Head(Instant.EPOCH, "config", "platform", "machine", "butler");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();

  @Test
  void aLoadBalancerAndAnImageLiveAndGoToo() throws IOException {
    var driver = new InMemoryDriver(Bug.NONE);

    var verdict = tried(driver);

    assertThat(verdict.passed()).as("%s", verdict).isTrue();
    assertThat(verdict.steps())
        .extracting(Step::what)
        .contains(
            "create image small",
            "create machine small",
            "create load balancer small",
            "remove load balancer small",
            "remove machine small",
            "remove image small");
    assertThat(driver.things).isEmpty();
    assertThat(driver.targets)
        .singleElement()
        .satisfies(target -> assertThat(target.ip()).isEqualTo("10.0.0.1"));
  }

  @Test
  void whatIsLeftIsToldAndWhatIsNotToldFailsNothing() throws IOException {
    var verdict = tried(new InMemoryDriver(Bug.NONE));

    assertThat(verdict.passed()).isTrue();
    assertThat(verdict.steps())
        .filteredOn(step -> step.what().equals("room"))
        .singleElement()
        .satisfies(
            step ->
                assertThat(step.detail())
                    .startsWith("7 CPUs, 12 GB for disks, not told: look at the hosts: refused"));
  }

  @Test
  void anotherMachineAtTheSecondAskingIsNoticed() throws IOException {
    var verdict = tried(new InMemoryDriver(Bug.ANOTHER_ID_EACH_TIME));

    assertThat(verdict.passed()).isFalse();
    assertThat(verdict.steps())
        .filteredOn(step -> !step.good())
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.what()).isEqualTo("create it again");
              assertThat(step.detail()).contains("it differs: local://m");
            });
    assertThat(verdict.left()).isEmpty();
  }

  @Test
  void whatADriverThatBreaksMayHaveMadeIsRemoved() throws IOException {
    var driver = new InMemoryDriver(Bug.THROWS_WHEN_ENSURING);

    var verdict = tried(driver);

    assertThat(verdict.passed()).isFalse();
    assertThat(verdict.steps())
        .anySatisfy(step -> assertThat(step.detail()).contains("a bug of Butler"));
    assertThat(driver.things).isEmpty();
    assertThat(verdict.left()).isEmpty();
  }

  @Test
  void aDriverThatQuotesCredentialsDoesNotBetrayThem() throws IOException {
    var verdict = tried(new InMemoryDriver(Bug.QUOTES_CREDENTIALS));

    var said = verdict + Report.of(HEAD, verdict) + out;
    assertThat(said).contains("the token [redacted] is wrong").doesNotContain("canary");
  }

  @Test
  void whatCannotBeRemovedIsNamedAndTheRestStillGoes() throws IOException {
    var driver = new InMemoryDriver(Bug.BALANCER_STAYS);

    var verdict = tried(driver);

    assertThat(verdict.left())
        .singleElement()
        .satisfies(
            left -> assertThat(left).startsWith("load balancer small, marked").contains(UID));
    assertThat(driver.things).containsOnlyKeys("balancer");
    assertThat(Report.result(verdict)).isEqualTo("something is left behind");
  }

  @Test
  void theExampleOfTheGuideCanBeRead() throws IOException {
    var guide = Files.readString(Path.of("../../docs/guides/try-a-provider.md"));
    var file = folder.resolve("example.yaml");
    Files.writeString(file, guide.replaceFirst("(?s).*```yaml\n(.*?)```.*", "$1"));

    var read = TrialFile.read(file, "small");

    assertThat(read.account().spec().effectiveProvider()).contains(ProviderType.PROXMOX);
    assertThat(read.account().credentials().find("tokenSecret")).isPresent();
    assertThat(read.machine().diskGB()).isEqualTo(30);
    assertThat(read.machine().memoryMB()).isEqualTo(2048);
    assertThat(read.machine().machineName()).isEqualTo("small");
  }

  private Trial.Verdict tried(InMemoryDriver driver) throws IOException {
    var file = folder.resolve("local.yaml");
    Files.writeString(
        file,
        """
        kind: ProviderConfig
        spec: {provider: local, credentialsRef: {name: account}}
        ---
        kind: Secret
        metadata: {name: account}
        stringData: {token: canary-of-the-account}
        """);
    return new Trial(
            driver,
            TrialFile.read(file, "small"),
            UID,
            EVERYTHING,
            Journal.at(folder.resolve("left.json"), driver.place()),
            new HastyPace(),
            new Limits(Duration.ofSeconds(10), Duration.ofMinutes(20), Duration.ofMinutes(10)),
            new PrintWriter(out))
        .run();
  }

  /** Time that passes only by waiting. */
  private static final class HastyPace implements Pace {

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private boolean stopped;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public void rest(Duration time) {
      now = now.plus(time);
    }

    @Override
    public void restUnlessStopped(Duration time) {
      rest(time);
    }

    @Override
    public void stop() {
      stopped = true;
    }

    @Override
    public boolean stopped() {
      return stopped;
    }
  }
}
