package dev.butlerlabs.butler.sandbox.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.plane.Mode;
import dev.butlerlabs.butler.sandbox.plane.TenantStore;
import dev.butlerlabs.butler.sandbox.plane.supervise.Supervisor;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/** The etcd that tenants share, and the DataStore {@code default} that tells of it. */
record TenantStorePart(TenantStore store) implements AutoCloseable {

  private static final String NAMESPACE = "butler-system";
  private static final String SECRET = "tenant-store";

  /** Begins to start it and returns at once. */
  static TenantStorePart begin(
      PlatformSettings settings, Supervisor supervisor, Instant now, Consumer<String> lines) {
    return new TenantStorePart(
        TenantStore.start(
            settings.home(), Mode.SANDBOX, settings.program(Tool.ETCD), supervisor, now, lines));
  }

  /** Registers it; waits until it serves, so that it is never seen half ready. */
  void register(Installer installer) throws InterruptedException {
    store.awaitReady();
    installer.install(List.of(Manifest.of(secret()), Manifest.of(dataStore())));
  }

  private ObjectNode secret() {
    var secret = object("v1", "Secret", SECRET);
    secret.withObject("/metadata").put("namespace", NAMESPACE);
    var data = secret.withObject("/data");
    data.put("ca.crt", base64(store.authority().certificatePem()));
    data.put("ca.key", base64(store.authority().key().pem()));
    data.put("tls.crt", base64(store.root().certificatePem()));
    data.put("tls.key", base64(store.root().key().pem()));
    return secret;
  }

  private ObjectNode dataStore() {
    var dataStore = object("steward.butlerlabs.dev/v1alpha1", "DataStore", "default");
    var spec = dataStore.withObject("/spec").put("driver", "etcd");
    spec.withArray("/endpoints").add(store.endpoint());
    reference(spec.withObject("/tlsConfig/certificateAuthority/certificate"), "ca.crt");
    reference(spec.withObject("/tlsConfig/certificateAuthority/privateKey"), "ca.key");
    reference(spec.withObject("/tlsConfig/clientCertificate/certificate"), "tls.crt");
    reference(spec.withObject("/tlsConfig/clientCertificate/privateKey"), "tls.key");
    return dataStore;
  }

  private static void reference(ObjectNode content, String key) {
    content
        .withObject("/secretReference")
        .put("name", SECRET)
        .put("namespace", NAMESPACE)
        .put("keyPath", key);
  }

  private static ObjectNode object(String version, String kind, String name) {
    var object = JsonNodeFactory.instance.objectNode().put("apiVersion", version).put("kind", kind);
    object.withObject("/metadata").put("name", name);
    return object;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  @Override
  public void close() {
    store.close();
  }
}
