package dev.butlerlabs.butler.providers.gcp.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoteTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @Test
  void whatIsWrittenDownIsReadAgain() {
    var note = Note.of("europe-west1-b", NOON, List.of("europe-west1-c")).by("operation-1");

    assertThat(Note.read(note.memo())).contains(note);
    assertThat(Note.read(note.next("europe-west1-d", NOON).memo()))
        .get()
        .extracting(Note::tried)
        .isEqualTo(List.of("europe-west1-c", "europe-west1-b"));
    assertThat(Note.read(Memo.NONE)).isEmpty();
    assertThat(Note.read(new Memo("in a hurry"))).isEmpty();
  }

  @Test
  void aRequestHasTheSameNumberUntilItIsChosenAnew() {
    var note = Note.of("europe-west1-b", NOON, List.of());
    var later = Note.of("europe-west1-b", NOON.plusSeconds(1), List.of());

    assertThat(note.requestId("insert", "uid")).isEqualTo(note.by("x").requestId("insert", "uid"));
    assertThat(
            List.of(
                note.requestId("insert", "uid"),
                note.requestId("delete", "uid"),
                note.requestId("insert", "other"),
                later.requestId("insert", "uid")))
        .doesNotHaveDuplicates();
  }
}
