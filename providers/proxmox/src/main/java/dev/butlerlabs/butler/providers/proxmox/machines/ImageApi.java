package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxApi.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls an image's life is made of, beside those of machines. */
final class ImageApi {

  /** What Proxmox calls files that disks are made of. */
  static final String IMPORT = "import";

  private static final String NEWEST = "50";

  private final ProxmoxClient client;
  private final ProxmoxApi api;

  ImageApi(ProxmoxClient client, ProxmoxApi api) {
    this.client = client;
    this.api = api;
  }

  /** A download that a node makes, and how it stands. */
  record Download(String upid, Task task) {}

  /** Files to import on that storage of that node whose name begins so. */
  List<String> files(String node, String storage, String prefix) throws Trouble {
    var rows =
        client.get(
            "look for files to import on storage " + storage,
            "/nodes/%s/storage/%s/content".formatted(node, storage),
            Map.of("content", IMPORT));
    var found = new ArrayList<String>();
    rows.forEach(
        row -> {
          var volume = row.path("volid").asText();
          if (volume.startsWith(storage + ":" + IMPORT + "/" + prefix)) {
            found.add(volume);
          }
        });
    return found;
  }

  /** The newest download of a file whose name begins so. Tasks of this kind are named by file. */
  Optional<Download> lastDownload(String node, String prefix) throws Trouble {
    for (var row : downloads(node)) {
      if (row.path("id").asText("").startsWith(prefix)) {
        var task =
            row.has("endtime")
                ? new Task(
                    row.path("status").asText("?"),
                    Instant.ofEpochSecond(row.path("endtime").asLong()))
                : new Task("", null);
        return Optional.of(new Download(row.path("upid").asText(), task));
      }
    }
    return Optional.empty();
  }

  /** None on a node that left the cluster. */
  private JsonNode downloads(String node) throws Trouble {
    try {
      return client.get(
          "look at the downloads of node " + node,
          "/nodes/" + node + "/tasks",
          Map.of("typefilter", "download", "limit", NEWEST, "source", "all"));
    } catch (Trouble trouble) {
      if (api.left(trouble, node)) {
        return MissingNode.getInstance();
      }
      throw trouble;
    }
  }

  /** Begins to fetch a file; the answer names the task. */
  String download(String what, String node, String storage, Map<String, String> fields)
      throws Trouble {
    return client
        .post(what, "/nodes/%s/storage/%s/download-url".formatted(node, storage), fields)
        .asText();
  }

  /** Begins to make a guest; the answer names the task. */
  String create(String what, String node, Map<String, String> fields) throws Trouble {
    return client.post(what, "/nodes/" + node + "/qemu", fields).asText();
  }

  /** Begins to make a template of a guest; older versions name no task. */
  String template(String what, Guest guest) throws Trouble {
    return client
        .post(
            what,
            "/nodes/%s/qemu/%d/template".formatted(Form.encode(guest.node()), guest.vmid()),
            Map.of())
        .asText("");
  }
}
