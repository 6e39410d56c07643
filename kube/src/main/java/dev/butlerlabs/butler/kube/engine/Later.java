package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Keys with an appointment, at most one each: the earliest that was asked for. Not thread-safe. */
final class Later {

  private final Timeline timeline;
  private final Consumer<Appointment> due;
  private final Map<ObjectKey, Appointment> appointments = new HashMap<>();
  private final Map<ObjectKey, Timeline.Alarm> alarms = new HashMap<>();

  /** A key and the time it wants to be looked at; compared by identity. */
  static final class Appointment {
    private final ObjectKey key;
    private final Instant when;

    private Appointment(ObjectKey key, Instant when) {
      this.key = key;
      this.when = when;
    }

    ObjectKey key() {
      return key;
    }
  }

  /** The callback comes on another thread and has to ask {@link #keep} under its own lock. */
  Later(Timeline timeline, Consumer<Appointment> due) {
    this.timeline = timeline;
    this.due = due;
  }

  void at(ObjectKey key, Instant when) {
    var known = appointments.get(key);
    if (known != null && !when.isBefore(known.when)) {
      return;
    }
    cancel(key);
    var appointment = new Appointment(key, when);
    appointments.put(key, appointment);
    alarms.put(key, timeline.at(when, () -> due.accept(appointment)));
  }

  /** Takes the appointment out if it still stands; an alarm may ring after it was called off. */
  boolean keep(Appointment appointment) {
    if (appointments.get(appointment.key) != appointment) {
      return false;
    }
    cancel(appointment.key);
    return true;
  }

  void cancel(ObjectKey key) {
    appointments.remove(key);
    var alarm = alarms.remove(key);
    if (alarm != null) {
      alarm.cancel();
    }
  }

  void clear() {
    alarms.values().forEach(Timeline.Alarm::cancel);
    alarms.clear();
    appointments.clear();
  }
}
