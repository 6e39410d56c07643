package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Where ledgers are kept: ConfigMaps in one namespace, read as stored and changed by swap only. */
public final class LedgerStore {

  private static final String LABEL = "butler.butlerlabs.dev/ledger";
  private static final String ADDRESSES = "addresses";

  private final KubernetesClient client;
  private final String namespace;
  private final CompareAndSwap swap;

  public LedgerStore(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
  }

  /** All ledgers of the namespace, as they are watched. */
  public static Kind<ConfigMap> kind(String namespace) {
    return Kind.of(ConfigMap.class).in(namespace).labelled(LABEL + "=" + ADDRESSES);
  }

  /** Where the ledger of a pool is; different pools never share one. */
  public static String name(ObjectKey pool) {
    return ObjectName.derivedFrom("ipam-ledger", pool.namespace(), pool.name()).text();
  }

  /** The ledger of the pool as it is stored; a blank one is stored where there was none. */
  public Answer<StoredLedger> open(ObjectKey pool) {
    return switch (read(pool)) {
      case Answer.Failed<StoredLedger>(Trouble.NotFound _) -> create(Ledger.blank(pool));
      case Answer<StoredLedger> answer -> answer;
    };
  }

  /** The ledger of the pool as it is stored; one that cannot be read is trouble. */
  public Answer<StoredLedger> read(ObjectKey pool) {
    return look(pool)
        .then(
            reading ->
                switch (reading) {
                  case Reading.Good(var ledger) -> Answer.done(ledger);
                  case Reading.Bad(var ledger) ->
                      Answer.failed(
                          new Trouble.Invalid(
                              new Attempt("read", "ConfigMap", ledger.object()),
                              "data",
                              ledger.why()));
                });
  }

  /** What stands where the ledger of the pool belongs. */
  public Answer<Reading> look(ObjectKey pool) {
    var wanted = object(Ledger.blank(pool));
    return Asking.ask(Attempt.to("read", wanted), () -> client.resource(wanted).require())
        .map(LedgerStore::reading);
  }

  /** Every ledger there is. */
  public Answer<Ledgers> all() {
    var attempt = new Attempt("list", "ConfigMap", new ObjectKey(namespace, "*"));
    return Asking.ask(
            attempt,
            () ->
                client
                    .configMaps()
                    .inNamespace(namespace)
                    .withLabel(LABEL, ADDRESSES)
                    .list()
                    .getItems())
        .map(Ledgers::of);
  }

  /** Stores the next ledger if the stored one is still this one, else answers a conflict. */
  public Answer<StoredLedger> swap(StoredLedger now, Ledger next) {
    var changed = new ConfigMapBuilder(now.object()).withData(LedgerText.print(next)).build();
    return swap.swap(now.object(), changed).map(object -> new StoredLedger(object, next));
  }

  /** Removes the ledger if it is still this one. */
  public Answer<Boolean> remove(StoredLedger now) {
    return Asking.ask(
        Attempt.to("delete", now.object()),
        () -> {
          var _ = client.resource(now.object()).lockResourceVersion(now.version()).delete();
          return true;
        });
  }

  /** Stores the first ledger of a pool; a conflict if there is one. */
  public Answer<StoredLedger> create(Ledger first) {
    var object = object(first);
    return Asking.ask(Attempt.to("create", object), () -> client.resource(object).create())
        .map(created -> new StoredLedger(created, first));
  }

  private ConfigMap object(Ledger ledger) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name(ledger.pool()))
        .addToLabels(Map.of(LABEL, ADDRESSES, Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER))
        .endMetadata()
        .withData(LedgerText.print(ledger))
        .build();
  }

  /** What a ledger's object says; one that cannot be read is never an empty ledger. */
  public static Reading reading(ConfigMap object) {
    var data = Objects.requireNonNullElse(object.getData(), Map.<String, String>of());
    return switch (LedgerText.parse(data)) {
      case Parsed.Bad<Ledger>(var why) -> bad(object, data, why);
      case Parsed.Good<Ledger>(var ledger) ->
          misplaced(object, ledger)
              .<Reading>map(why -> bad(object, data, why))
              .orElseGet(() -> new Reading.Good(new StoredLedger(object, ledger)));
    };
  }

  private static Reading bad(ConfigMap object, Map<String, String> data, String why) {
    return new Reading.Bad(new UnreadableLedger(key(object), why, LedgerText.legible(data)));
  }

  private static ObjectKey key(ConfigMap object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  /** Why others would not find it, or take it for another's; empty when all is well. */
  private static Optional<String> misplaced(ConfigMap object, Ledger ledger) {
    var name = name(ledger.pool());
    if (!name.equals(object.getMetadata().getName())) {
      return Optional.of(
          "it says that it is of pool %s, whose ledger is called %s"
              .formatted(ledger.pool(), name));
    }
    var labels =
        Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of());
    return ADDRESSES.equals(labels.get(LABEL))
        ? Optional.empty()
        : Optional.of("it lacks the label %s=%s".formatted(LABEL, ADDRESSES));
  }
}
