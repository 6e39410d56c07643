package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The four verbs on Harvester. Names hold the owner's UID and every object carries it as a label
 * from the moment it exists, so no memo is needed.
 */
final class HarvesterMachines implements MachineDriver {

  private final KubeApi api;
  private final HarvesterSettings settings;
  private final Orders orders;

  HarvesterMachines(KubeApi api, HarvesterSettings settings) {
    this.api = api;
    this.settings = settings;
    this.orders = new Orders(api, settings);
  }

  @Override
  public List<Fault> validate(MachineOrder order) {
    try {
      return orders.problems(order);
    } catch (Trouble trouble) {
      return List.of(trouble.fault());
    }
  }

  @Override
  public MachineState observe(MachineId id, Memo memo) {
    return answer(
        () -> {
          var machine = machine(id).filter(seen -> Seen.ownedBy(seen, id.uid()));
          return machine.isEmpty() ? new Absent() : sight(id, machine.get()).state();
        });
  }

  @Override
  public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
    return answer(
        () -> {
          var machine = machine(id);
          if (machine.isEmpty()) {
            return build(id, order);
          }
          if (!Seen.ownedBy(machine.get(), id.uid())) {
            throw conflict("make machine " + id, "virtual machine " + id.name());
          }
          var seen = sight(id, machine.get());
          return seen.state() instanceof Stopped ? start(id, seen.machine()) : seen.state();
        });
  }

  @Override
  public MachineState remove(MachineId id, Memo memo) {
    return answer(
        () -> {
          var machine = machine(id).filter(seen -> Seen.ownedBy(seen, id.uid()));
          if (machine.isEmpty()) {
            return sweep(id);
          }
          delete("remove machine " + id, Kind.MACHINE, machine.get());
          return new Underway("removing the machine", Memo.NONE);
        });
  }

  private Optional<JsonNode> machine(MachineId id) throws Trouble {
    return api.find("look for machine " + id, path(Kind.MACHINE, id.name()));
  }

  private Sight sight(MachineId id, JsonNode machine) throws Trouble {
    return new Sight(
        machine, api.find("look at the guest of machine " + id, path(Kind.INSTANCE, id.name())));
  }

  private String path(Kind kind, String name) {
    return kind.path(orders.namespace(), name);
  }

  /** Disks and Secret first: a machine that is there has all it needs. */
  private MachineState build(MachineId id, MachineOrder order) throws Trouble {
    var image = orders.image(order);
    var problem = Orders.imageProblem(image, order);
    if (problem.isPresent()) {
      return new Unclear(problem.get());
    }
    var storage = image.at("/status/storageClassName").asText();
    if (!Seen.holds(image, "Imported") || storage.isEmpty()) {
      return new Underway(
          "waiting until Harvester has image %s (%d %%)"
              .formatted(Seen.name(image), image.at("/status/progress").asInt()),
          Memo.NONE);
    }
    var reference = image.at("/metadata/namespace").asText() + "/" + Seen.name(image);
    var blueprint = new Blueprint(settings, id, order, reference, storage);
    var secret = blueprint.secret();
    if (secret.isPresent()
        && !stands(id, Kind.SECRET, new Names(id).secret(), secret.get(), blueprint.secrets())) {
      return new Underway("waiting until an older Secret is gone", Memo.NONE);
    }
    var claims = blueprint.claims();
    for (var i = 0; i < claims.size(); i++) {
      if (!stands(id, Kind.CLAIM, new Names(id).claim(i), claims.get(i), List.of())) {
        return new Underway("waiting until an older disk is gone", Memo.NONE);
      }
    }
    api.create(
        "make machine " + id,
        Kind.MACHINE.path(orders.namespace()),
        blueprint.machine(),
        List.of());
    return new Underway("starting", Memo.NONE);
  }

  /** Makes it, or finds it made by us; false while one of that name is on its way out. */
  private boolean stands(
      MachineId id, Kind kind, String name, Fields object, List<SecretText> secrets)
      throws Trouble {
    var what = "make " + name + " for machine " + id;
    if (api.create(what, kind.path(orders.namespace()), object, secrets).isPresent()) {
      return true;
    }
    var there = api.findMetadata(what, path(kind, name));
    if (there.isPresent() && !Seen.ownedBy(there.get(), id.uid())) {
      throw conflict(what, kind.plural() + " " + name);
    }
    return there.isPresent() && !Seen.leaving(there.get());
  }

  private static Trouble conflict(String what, String holder) {
    return new Trouble(new Fault.Conflict(what, holder));
  }

  /** The version makes sure that nobody changed it since; the UID, that it is still the same. */
  private MachineState start(MachineId id, JsonNode machine) throws Trouble {
    var same =
        Fields.of("uid", Seen.uid(machine))
            .with("resourceVersion", machine.at("/metadata/resourceVersion").asText());
    var spec = Fields.of("runStrategy", Blueprint.STRATEGY);
    if (machine.path("spec").has("running")) {
      return new Unclear(
          new Fault.Invalid(
              "start machine " + id,
              "spec.running of virtual machine " + id.name(),
              "somebody set it in place of runStrategy"));
    }
    api.patch(
        "start machine " + id,
        path(Kind.MACHINE, id.name()),
        Fields.of("metadata", same).with("spec", spec));
    return new Underway("starting", Memo.NONE);
  }

  /**
   * What was made for the machine and is left. Harvester gives a disk that it restores from a
   * backup the labels of the one that was saved, so only those are deleted that have our names.
   */
  private MachineState sweep(MachineId id) throws Trouble {
    var selector =
        "%s=%s,%s=%s"
            .formatted(Ownership.MANAGED_BY, Ownership.BUTLER, Ownership.OWNER_UID, id.uid());
    var claims =
        api.list("look for disks of machine " + id, Kind.CLAIM.path(orders.namespace()), selector);
    var made = claims.stream().filter(claim -> new Names(id).isClaim(Seen.name(claim))).toList();
    for (var claim : made) {
      delete("remove disk " + Seen.name(claim), Kind.CLAIM, claim);
    }
    var secret =
        api.findMetadata(
                "look for the Secret of machine " + id, path(Kind.SECRET, new Names(id).secret()))
            .filter(seen -> Seen.ownedBy(seen, id.uid()));
    if (secret.isPresent()) {
      delete("remove the Secret of machine " + id, Kind.SECRET, secret.get());
    }
    return made.isEmpty() && secret.isEmpty()
        ? new Absent(left(claims))
        : new Underway("removing disks and Secret", Memo.NONE);
  }

  private String left(List<JsonNode> claims) {
    return claims.isEmpty()
        ? ""
        : claims.stream()
            .map(Seen::name)
            .sorted()
            .collect(
                Collectors.joining(
                    ", ",
                    "left in namespace %s, because their labels are those of the machine and their names are not (delete them by hand if nobody needs them): disks "
                        .formatted(orders.namespace()),
                    ""));
  }

  private void delete(String what, Kind kind, JsonNode seen) throws Trouble {
    if (!Seen.leaving(seen)) {
      api.delete(what, path(kind, Seen.name(seen)), seen);
    }
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    MachineState take() throws Trouble;
  }

  private static MachineState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
