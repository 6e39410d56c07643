package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachineOrders;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A whole trial of one account: a look over it, and the lives that were asked for. */
public final class Trial {

  private static final int PORT = 6443;

  /** For an image that is only removed. */
  private static final ImageOrder ANY =
      new ImageOrder(
          URI.create("https://example.com/image.qcow2"),
          "qcow2",
          null,
          Architecture.AMD64,
          TransferMode.DIRECT);

  private final Driver driver;
  private final TrialFile file;
  private final Wish wish;
  private final Journal journal;
  private final Pace pace;
  private final Limits limits;
  private final Protocol protocol;
  private final String uid;

  /** What is tried beside a machine. */
  public record Wish(boolean balancer, Optional<ImageOrder> image) {}

  /** How it all ended. {@code left} names what may still be on the platform. */
  public record Verdict(
      Optional<String> platformVersion, List<Step> steps, List<String> left, boolean stopped) {
    public Verdict {
      steps = List.copyOf(steps);
      left = List.copyOf(left);
    }

    public boolean passed() {
      return left.isEmpty() && !stopped && steps.stream().allMatch(Step::good);
    }
  }

  /**
   * @param uid of the owner that everything made is marked with
   */
  public Trial(
      Driver driver,
      TrialFile file,
      String uid,
      Wish wish,
      Journal journal,
      Pace pace,
      Limits limits,
      PrintWriter out) {
    this.driver = driver;
    this.file = file;
    this.uid = uid;
    this.wish = wish;
    this.journal = journal;
    this.pace = pace;
    this.limits = limits;
    this.protocol = new Protocol(out, Redaction.of(secrets(file)), pace);
  }

  private static List<SecretText> secrets(TrialFile file) {
    return Stream.concat(
            file.account().credentials().all().stream(), MachineOrders.secrets(file.machine()))
        .toList();
  }

  public Verdict run() {
    var version = lookOver();
    if (version.isPresent() && leftBefore()) {
      image();
      machine();
    }
    return new Verdict(version.map(protocol::clean), protocol.steps(), left(), pace.stopped());
  }

  /** The platform's version when machines can be tried. */
  private Optional<String> lookOver() {
    protocol.begin("look over the account");
    Preflight preflight;
    try {
      preflight = driver.validate();
    } catch (RuntimeException bug) {
      protocol.end(
          "look over the account", false, "the driver broke, which is a bug of Butler: " + bug);
      return Optional.empty();
    }
    for (var finding : preflight.findings()) {
      var aspect = finding.aspect().name().toLowerCase(Locale.ROOT);
      switch (finding) {
        case Finding.Good(_, var detail) -> protocol.end(aspect, true, detail);
        case Finding.Bad(_, var fault) -> protocol.end(aspect, false, fault.sentence());
      }
    }
    tell(preflight.room());
    var version = preflight.platformVersion();
    return preflight.good() ? Optional.of(version == null ? "" : version) : Optional.empty();
  }

  /** Nothing else hangs on it, so it fails nothing. */
  private void tell(Room room) {
    var words = new StringJoiner(", ");
    said(room.cpus(), "%d CPUs", words);
    said(room.memoryMB(), "%d MB of memory", words);
    said(room.storageGB(), "%d GB for disks", words);
    said(room.machines(), "%d machines", words);
    var untold = room.untold();
    if (untold != null) {
      words.add("not told: " + untold.sentence());
    }
    if (words.length() > 0) {
      protocol.end("room", true, words.toString());
    }
  }

  private static void said(@Nullable Long number, String unit, StringJoiner words) {
    if (number != null) {
      words.add(unit.formatted(number));
    }
  }

  /** What a trial that was killed left is removed first. */
  private boolean leftBefore() {
    for (var entry : journal.left()) {
      protocol.say("An earlier trial may have left " + entry.name() + ".");
      if (journal.elsewhere(entry)) {
        return protocol.end("remove " + entry.name(), false, elsewhere(entry));
      }
      var thing = again(entry);
      if (thing.isEmpty() || !course(thing.get(), new Memo(entry.memo())).go()) {
        return false;
      }
    }
    return true;
  }

  private String elsewhere(Journal.Entry entry) {
    return "it was made at %s, and this file leads to %s, from where it is not seen; run the file it was made with, or remove it by hand and delete the note"
        .formatted(entry.place(), driver.place());
  }

  private Optional<Thing> again(Journal.Entry entry) {
    return switch (Thing.Kind.valueOf(entry.kind())) {
      case MACHINE -> Optional.of(machine(entry.name(), entry.uid()));
      case BALANCER ->
          driver
              .balancers()
              .map(
                  balancers ->
                      new BalancerThing(
                          balancers,
                          new BalancerId(entry.name(), entry.uid()),
                          new BalancerOrder(PORT, PORT, List.of())));
      case IMAGE ->
          driver
              .images()
              .map(images -> new ImageThing(images, new ImageId(entry.name(), entry.uid()), ANY));
    };
  }

  private void image() {
    if (wish.image().isEmpty() || pace.stopped()) {
      return;
    }
    if (driver.images().isEmpty()) {
      absent("image");
      return;
    }
    var id = new ImageId(file.machine().machineName(), uid);
    live(course(new ImageThing(driver.images().get(), id, wish.image().get()), Memo.NONE));
  }

  private void machine() {
    if (pace.stopped()) {
      return;
    }
    var machine = machine(file.machine().machineName(), uid);
    var course = course(machine, Memo.NONE);
    var come = course.come();
    if (come && wish.balancer() && !pace.stopped()) {
      balancer(machine);
    }
    end(course);
  }

  private MachineThing machine(String name, String owner) {
    return new MachineThing(
        driver.machines(), new MachineId(name, owner), MachineOrders.of(file.machine(), Map.of()));
  }

  private void balancer(MachineThing machine) {
    if (driver.balancers().isEmpty()) {
      absent("load balancer");
      return;
    }
    var target = Targets.of(machine);
    live(
        course(
            new BalancerThing(
                driver.balancers().get(),
                new BalancerId(file.machine().machineName(), uid),
                new BalancerOrder(PORT, PORT, List.of(target))),
            Memo.NONE));
  }

  private void absent(String what) {
    protocol.begin("try a " + what);
    protocol.end("try a " + what, false, "Butler's driver for this platform has none");
  }

  private void live(Course course) {
    var _ = course.come();
    end(course);
  }

  /** Whatever was noted may be there, however far it came. */
  private void end(Course course) {
    if (journal.holds(course.thing())) {
      course.go();
    }
  }

  private Course course(Thing thing, Memo memo) {
    return new Course(thing, memo, journal, protocol, pace, limits);
  }

  private List<String> left() {
    var left = new ArrayList<String>();
    for (var entry : journal.left()) {
      var kind = Thing.Kind.valueOf(entry.kind());
      left.add(
          protocol.clean(
              "%s %s, marked %s".formatted(kind, entry.name(), Thing.marks(entry.uid()))));
    }
    return left;
  }
}
