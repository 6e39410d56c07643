package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.OtherRelease;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** All releases of a cluster, whoever made them; asked for only when something is to be purged. */
final class OtherReleases {

  /** One that stands, or of which something may stand. */
  private static final String THERE = "owner=helm,status notin (superseded,uninstalled)";

  /** Each is up to a megabyte. */
  private static final long PAGE = 10;

  private OtherReleases() {}

  static Answer<List<OtherRelease>> of(Destination on) {
    var found = new ArrayList<OtherRelease>();
    var next = "";
    do {
      var from = next;
      switch (on.call(client -> page(client, from))) {
        case Answer.Failed<SecretList>(var trouble) -> {
          return Answer.failed(trouble);
        }
        case Answer.Done<SecretList>(var page) -> {
          page.getItems().forEach(one -> found.add(read(one)));
          next = Objects.requireNonNullElse(page.getMetadata().getContinue(), "");
        }
      }
    } while (!next.isEmpty());
    return Answer.done(found);
  }

  private static Answer<SecretList> page(KubernetesClient client, String from) {
    var options = new ListOptionsBuilder().withLabelSelector(THERE).withLimit(PAGE);
    if (!from.isEmpty()) {
      options.withContinue(from);
    }
    return Asking.ask(
        new Attempt("list", "Secret", ObjectKey.cluster("releases of Helm")),
        () -> client.secrets().inAnyNamespace().list(options.build()));
  }

  private static OtherRelease read(Secret stored) {
    var meta = stored.getMetadata();
    var name = "%s/%s".formatted(meta.getNamespace(), meta.getLabels().get("name"));
    var content = StoredRelease.content(stored);
    return OtherRelease.of(name, content, StoredRelease.folder(content));
  }
}
