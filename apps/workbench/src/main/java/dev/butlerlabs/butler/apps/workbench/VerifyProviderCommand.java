package dev.butlerlabs.butler.apps.workbench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.apps.workbench.console.ExitCode;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.apps.workbench.console.Writers;
import dev.butlerlabs.butler.apps.workbench.trial.Journal;
import dev.butlerlabs.butler.apps.workbench.trial.Limits;
import dev.butlerlabs.butler.apps.workbench.trial.Report;
import dev.butlerlabs.butler.apps.workbench.trial.Trial;
import dev.butlerlabs.butler.apps.workbench.trial.TrialFile;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes one small machine on somebody's platform, takes it away again, and reports. */
@Command(
    name = "provider",
    description = "Make one small machine on your platform, remove it again, and write a report.")
final class VerifyProviderCommand implements Callable<Integer> {

  private static final Duration GOING = Duration.ofMinutes(10);

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "CONFIG.yaml",
      description = "A ProviderConfig and its Secret; a MachineRequest for another machine.")
  private Path file = Path.of("");

  @Option(names = "--yes", description = "Do not ask before machines are made.")
  private boolean yes;

  @Option(names = "--load-balancer", description = "Also a load balancer in front of the machine.")
  private boolean balancer;

  @Mixin private ImageOptions image = new ImageOptions();

  @Option(names = "--report", paramLabel = "FILE", description = "Where the report goes.")
  private @Nullable Path report;

  @Option(
      names = "--minutes",
      defaultValue = "20",
      description = "How long a thing may take to come; ${DEFAULT-VALUE} when left out.")
  private int minutes;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long to wait between two looks; ${DEFAULT-VALUE} when left out.")
  private int every;

  @Spec private @Nullable CommandSpec spec;

  VerifyProviderCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    atLeastOne("--minutes", minutes);
    atLeastOne("--every", every);
    var uid = UUID.randomUUID().toString();
    var name = "butler-verify-" + uid.substring(0, 8);
    var read = TrialFile.read(surroundings.folder().resolve(file), name);
    var type = read.account().spec().effectiveProvider().orElseThrow();
    var page = page(read.account().config().name());
    return switch (provider(type).open(read.account())) {
      case Opening.Refused(var fault) -> {
        Writers.err(spec).println("butler: " + fault.sentence());
        yield ExitCode.FAILED.number();
      }
      case Opening.Opened(var driver) -> {
        try (driver) {
          yield agreed(read, type) ? live(driver, read, type, uid, page) : refuse();
        }
      }
    };
  }

  /** Where the report goes. Found out first: after the trial it would be lost. */
  private Path page(String config) {
    var page =
        surroundings
            .folder()
            .resolve(report == null ? Path.of("butler-verify-" + config + ".md") : report)
            .toAbsolutePath();
    if (Files.isDirectory(page) || !Files.isWritable(page.resolveSibling("."))) {
      throw new Refusal(
          "the report " + page,
          Files.isDirectory(page) ? "it is a folder" : "its folder is not there, or not writable",
          "name a file in a folder of yours with --report");
    }
    return page;
  }

  private static void atLeastOne(String option, int number) {
    if (number < 1) {
      throw new Refusal(option + " " + number, "it is below 1", "give it a whole number from 1 on");
    }
  }

  private Provider provider(ProviderType type) {
    var all = Platforms.all(surroundings.pace(), surroundings.proxy());
    return all.stream()
        .filter(provider -> provider.type() == type)
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    "spec.provider " + word(type),
                    "there is no driver of machines for it yet",
                    "those that can be tried: "
                        + all.stream()
                            .map(provider -> word(provider.type()))
                            .collect(Collectors.joining(", "))));
  }

  private boolean agreed(TrialFile read, ProviderType type) throws IOException {
    var out = Writers.out(spec);
    out.println(
        "This makes a real machine on %s (%s), called %s: %s. It is removed at the end."
            .formatted(
                word(type), read.account().config(), read.machine().machineName(), size(read)));
    if (yes) {
      return true;
    }
    out.print("Go on? [y/N] ");
    out.flush();
    var answer = new BufferedReader(new InputStreamReader(surroundings.in(), UTF_8)).readLine();
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  private int refuse() {
    Writers.err(spec).println("butler: nothing was made; answer y, or run it with --yes");
    return ExitCode.USAGE.number();
  }

  private int live(Driver driver, TrialFile read, ProviderType type, String uid, Path page)
      throws IOException {
    var out = Writers.out(spec);
    var config = read.account().config();
    var note = page.resolveSibling("butler-verify-" + config.name() + ".left.json");
    var journal = Journal.at(note, driver.place());
    var limits = new Limits(Duration.ofSeconds(every), Duration.ofMinutes(minutes), GOING);
    try (var _ = StopSignal.heard(surroundings.pace(), Writers.err(spec))) {
      var trial =
          new Trial(
              driver,
              read,
              uid,
              new Trial.Wish(balancer, image.order()),
              journal,
              surroundings.pace(),
              limits,
              out);
      var verdict = trial.run();
      var head =
          new Report.Head(
              surroundings.pace().instant(),
              config.toString(),
              word(type),
              size(read),
              version() + " on Java " + Runtime.version());
      Files.writeString(page, Report.of(head, verdict));
      return tell(verdict, page);
    }
  }

  private int tell(Trial.Verdict verdict, Path page) {
    var out = Writers.out(spec);
    out.println();
    out.println("Result: " + Report.result(verdict) + ". The report is " + page + ".");
    verdict.left().forEach(thing -> out.println("  LEFT on the platform: " + thing));
    if (!verdict.left().isEmpty()) {
      out.println("  Run the same command again to have it removed, or remove it by hand.");
      return ExitCode.LEFT.number();
    }
    return verdict.passed() ? ExitCode.DONE.number() : ExitCode.FAILED.number();
  }

  private static String size(TrialFile read) {
    var machine = read.machine();
    return "%d CPU, %d MB, disk of %d GB, image %s"
        .formatted(
            machine.cpu(),
            machine.memoryMB(),
            machine.diskGB(),
            machine.image() == null ? "of the ProviderConfig" : machine.image());
  }

  /** Of the checkout the launcher belongs to. */
  private String version() throws IOException {
    var pom = surroundings.root().resolve("pom.xml");
    return Files.exists(pom)
        ? Files.readString(pom).replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1")
        : "unknown";
  }

  private static String word(ProviderType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }
}
