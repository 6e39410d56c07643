package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One virtual machine of the stand-in. */
final class Vm {

  /** How far lists are behind what is there. */
  static final Duration LIST_LAG = Duration.ofSeconds(10);

  /** From power on until its address is known. */
  private static final Duration BOOT = Duration.ofSeconds(20);

  final String uuid;

  /** What was asked for, in the words of the API it was asked through. */
  private ObjectNode intent;

  private Shape shape;
  private State state = State.PENDING;
  private String failure = "";
  private String reason = "";
  private boolean on;
  private Instant poweredAt = Instant.EPOCH;
  private int version;
  private int revision;
  private final Instant created;
  private Instant updated;
  private Instant listedFrom = Instant.MAX;
  private String read = "";

  Vm(String uuid, ObjectNode intent, Shape shape, Instant now) {
    this.uuid = uuid;
    this.intent = intent;
    this.shape = shape;
    this.created = now;
    this.updated = now;
  }

  enum State {
    PENDING,
    COMPLETE,
    ERROR,
    DELETE_PENDING
  }

  record Disk(String uuid, long bytes, String container, String image) {}

  /**
   * A network card.
   *
   * @param address given to it, or empty
   */
  record Nic(String uuid, String subnet, String mac, String address) {}

  /**
   * What it is made of, whichever API told it.
   *
   * @param userData as the guest reads it
   */
  record Shape(
      String name,
      String description,
      String cluster,
      int sockets,
      int cores,
      int memoryMiB,
      List<Disk> disks,
      List<Nic> nics,
      Map<String, String> categories,
      String userData,
      String metaData,
      boolean wantsPower) {

    Shape {
      disks = List.copyOf(disks);
      nics = List.copyOf(nics);
      categories = Map.copyOf(new TreeMap<>(categories));
    }
  }

  Shape shape() {
    return shape;
  }

  ObjectNode intent() {
    return intent.deepCopy();
  }

  void change(ObjectNode asked, Shape other, Instant now) {
    intent = asked;
    shape = other;
    version++;
    revision++;
    updated = now;
  }

  State state() {
    return state;
  }

  void is(State other, Instant now) {
    state = other;
    updated = now;
  }

  /** It was made, and lists will know it soon. */
  void made(Instant now) {
    state = State.COMPLETE;
    revision++;
    updated = now;
    listedFrom = now.plus(LIST_LAG);
  }

  void longKnown() {
    state = State.COMPLETE;
    listedFrom = Instant.EPOCH;
  }

  void failed(Refused refused, Instant now) {
    state = State.ERROR;
    reason = refused.reason();
    failure = refused.message();
    updated = now;
  }

  String reason() {
    return reason;
  }

  String failure() {
    return failure;
  }

  /** Which intent it follows, counted from 0. */
  int version() {
    return version;
  }

  /** How often anything of it has changed. */
  int revision() {
    return revision;
  }

  Instant created() {
    return created;
  }

  Instant updated() {
    return updated;
  }

  boolean listed(Instant now) {
    return state != State.ERROR && !now.isBefore(listedFrom);
  }

  boolean on() {
    return on;
  }

  void power(boolean to, Instant now) {
    on = to;
    poweredAt = now;
    revision++;
    if (to) {
      read = shape.userData();
    }
  }

  /** What the guest read when it started. */
  String read() {
    return read;
  }

  /** The addresses of a card as far as they are known. */
  List<String> addresses(Nic nic, Instant now) {
    var known = new ArrayList<String>();
    if (!nic.address().isEmpty()) {
      known.add(nic.address());
    } else if (on && !now.isBefore(poweredAt.plus(BOOT))) {
      known.add("10.20.%d.%d".formatted(hash() >> 8 & 255, 1 + hash() % 250));
    }
    if (on && !now.isBefore(poweredAt.plus(BOOT))) {
      known.add("169.254.3.4");
    }
    return known;
  }

  private int hash() {
    return uuid.hashCode() & 0xffff;
  }

  Optional<Nic> card() {
    return shape.nics().stream().findFirst();
  }
}
