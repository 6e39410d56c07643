package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.gcp.machines.GcpPermissions;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Images on Google Cloud, made of archives in Cloud Storage. */
class GcpImagesContract {

  private static final ImageId ID =
      new ImageId("talos-next", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");
  private static final String FILE = "https://storage.googleapis.com/butler/talos.tar.gz";
  private static final int MOST_POLLS = 60;

  private final GcpStage stage = new GcpStage();
  private final Life life = new Life(stage, new MachineId("cp-0", ID.uid()));
  private Memo stored = Memo.NONE;
  private Set<String> atFirst = Set.of();

  @BeforeEach
  void furnish() {
    stage.gcp().file(FILE);
    atFirst = stage.things();
  }

  @AfterEach
  void close() {
    life.close();
    stage.close();
  }

  private ImageDriver driver() {
    return life.driver().images().orElseThrow();
  }

  private static ImageOrder order(String source) {
    return new ImageOrder(URI.create(source), "raw", null, Architecture.AMD64, TransferMode.DIRECT);
  }

  private ImageState until(Function<Memo, ImageState> verb, Class<? extends ImageState> done) {
    for (var i = 0; i < MOST_POLLS; i++) {
      var state = verb.apply(stored);
      if (state instanceof Underway(_, _, var memo)) {
        stored = memo;
      }
      if (done.isInstance(state)) {
        return state;
      }
      stage.time().advance(Duration.ofSeconds(10));
    }
    throw new AssertionError("never " + done.getSimpleName());
  }

  private void live() {
    until(memo -> driver().ensure(ID, order(FILE), memo), Ready.class);
    until(memo -> driver().remove(ID, memo), Absent.class);
    stored = Memo.NONE;
  }

  @Test
  void anImageIsMadeUsedAndRemoved() {
    assertThat(driver().validate(order(FILE))).isEmpty();
    assertThat(driver().observe(ID, stored)).isEqualTo(new Absent());
    var ready =
        until(memo -> driver().ensure(ID, order("gs://butler/talos.tar.gz"), memo), Ready.class);

    assertThat(ready).isEqualTo(new Ready("projects/butler-test/global/images/talos-next"));
    assertThat(driver().observe(ID, stored)).isEqualTo(ready);
    assertThat(driver().ensure(ID, order(FILE), stored)).isEqualTo(ready);
    until(memo -> driver().remove(ID, memo), Absent.class);
    assertThat(stage.things()).isEqualTo(atFirst);
    assertThat(driver().remove(ID, stored)).isEqualTo(new Absent());
    var asked = new TreeSet<>(stage.gcp().permissionsAsked());
    asked.removeAll(GcpPermissions.MACHINES);
    assertThat(asked).as("the role").isEqualTo(new TreeSet<>(GcpPermissions.IMAGES));
  }

  @Test
  void whatGoogleDoesNotOfferIsRefused() {
    var summed =
        new ImageOrder(
            URI.create("https://factory.example.com/talos.qcow2"),
            "qcow2",
            "00",
            Architecture.ARM64,
            TransferMode.PROXY);

    assertThat(driver().validate(summed)).hasSize(3).allMatch(Fault.Invalid.class::isInstance);
    assertThat(driver().ensure(ID, summed, stored)).isInstanceOf(Unclear.class);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void aFileThatIsNotThereIsToldAndLeavesNothing() {
    var missing = order("https://storage.googleapis.com/butler/other.tar.gz");
    var state = until(memo -> driver().ensure(ID, missing, memo), Unclear.class);

    assertThat(((Unclear) state).fault().sentence()).contains("other.tar.gz");
    until(memo -> driver().remove(ID, memo), Absent.class);
    assertThat(stage.things()).isEqualTo(atFirst);
  }

  @Test
  void anImageOfSomebodyElseIsNeverTouched() {
    stage.gcp().image("butler-test", "talos-next", "other", 10);
    var things = stage.things();

    assertThat(driver().observe(ID, stored)).isEqualTo(new Absent());
    assertThat(driver().ensure(ID, order(FILE), stored))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear -> assertThat(unclear.fault()).isInstanceOf(Fault.Conflict.class));
    assertThat(driver().remove(ID, stored)).isEqualTo(new Absent());
    assertThat(stage.things()).isEqualTo(things);
  }

  @Test
  void aLifeSurvivesAnyBrokenCall() {
    stage.make(MischiefMaker.none());
    live();
    var calls = stage.calls().size();
    for (var call = 1; call <= calls; call++) {
      for (var mischief :
          List.of(Mischief.CUT_BEFORE, Mischief.CUT_AFTER, Mischief.TWICE, Mischief.UNAVAILABLE)) {
        stage.make(MischiefMaker.at(Map.of(call, mischief)));
        live();
        stage.time().advance(Duration.ofMinutes(5));
        assertThat(stage.things()).as("%s at call %d", mischief, call).isEqualTo(atFirst);
      }
    }
  }

  @Test
  void anOrderWhoseAnswerWasLostIsStillRemoved() {
    stage.make((_, call) -> call.method().equals("POST") ? Mischief.CUT_AFTER : Mischief.NONE);
    assertThat(driver().ensure(ID, order(FILE), stored)).isInstanceOf(Unclear.class);
    stage.make(MischiefMaker.none());
    until(memo -> driver().remove(ID, memo), Absent.class);

    stage.time().advance(Duration.ofMinutes(5));
    assertThat(stage.things()).isEqualTo(atFirst);
  }
}
