package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The four verbs, and that nothing secret is shown on the way. Planted secrets say canary. */
public abstract class CanaryContract<S extends Scene> extends FourVerbsContract<S> {

  @Test
  void nothingSecretIsShownWhateverThePlatformSaysBack() {
    var changes = matrix().changes();
    try (var overheard = new Overheard()) {
      for (var call : changes) {
        listen(MischiefMaker.at(Map.of(call, Mischief.ECHO)), overheard);
      }
      listen(MischiefMaker.seeded(1, 0.05, List.of(Mischief.ECHO)), overheard);

      overheard.assertNothingOf(Overheard.planted(scene.account().credentials()));
    }
  }

  private void listen(MischiefMaker mischief, Overheard overheard) {
    scene.make(mischief);
    try (var course = course(fresh(1))) {
      course.ready();
      course.end();
      course.told().forEach(told -> overheard.hear(told.shown()));
      overheard.hear(course.memo().toString());
    }
  }
}
