package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.ipam.address.Parsed;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

  /** The ledger of the pool as it is stored. */
  public Answer<StoredLedger> read(ObjectKey pool) {
    var wanted = object(Ledger.blank(pool));
    return Asking.ask(Attempt.to("read", wanted), () -> client.resource(wanted).require())
        .then(LedgerStore::stored);
  }

  /** Every ledger there is. */
  public Answer<List<StoredLedger>> all() {
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
        .then(LedgerStore::stored);
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

  private Answer<StoredLedger> create(Ledger blank) {
    var object = object(blank);
    return Asking.ask(Attempt.to("create", object), () -> client.resource(object).create())
        .map(created -> new StoredLedger(created, blank));
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

  /** What a ledger's object says; one that cannot be read is trouble, never an empty ledger. */
  public static Answer<StoredLedger> stored(ConfigMap object) {
    return switch (LedgerText.parse(Objects.requireNonNullElse(object.getData(), Map.of()))) {
      case Parsed.Good<Ledger>(var ledger) -> Answer.done(new StoredLedger(object, ledger));
      case Parsed.Bad<Ledger>(var sentence) ->
          Answer.failed(new Trouble.Invalid(Attempt.to("read", object), "data", sentence));
    };
  }

  private static Answer<List<StoredLedger>> stored(List<ConfigMap> objects) {
    var all = new ArrayList<StoredLedger>();
    for (var object : objects) {
      switch (stored(object)) {
        case Answer.Done<StoredLedger>(var ledger) -> all.add(ledger);
        case Answer.Failed<StoredLedger>(var trouble) -> {
          return Answer.failed(trouble);
        }
      }
    }
    return Answer.done(all);
  }
}
