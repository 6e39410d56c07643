package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Named things of the project beside machines, by their paths below it. */
final class Resources {

  private final GcpClient client;
  private final String project;

  Resources(GcpClient client, String project) {
    this.client = client;
    this.project = project;
  }

  private String path(String rest) {
    return "/compute/v1/projects/" + project + "/" + rest;
  }

  /** What references hold. */
  String full(String rest) {
    return "projects/" + project + "/" + rest;
  }

  Optional<JsonNode> find(String rest) throws Trouble {
    return client.find("look at " + rest, path(rest));
  }

  /** The path of the operation that makes it. */
  String insert(String what, String collection, JsonNode body) throws Trouble {
    return begun(client.post(what, path(collection), body, List.of()));
  }

  String act(String what, String rest, JsonNode body) throws Trouble {
    return begun(client.post(what, path(rest), body, List.of()));
  }

  String patch(String what, String rest, JsonNode body) throws Trouble {
    return begun(client.patch(what, path(rest), body));
  }

  String delete(String what, String rest) throws Trouble {
    return begun(client.delete(what, path(rest)));
  }

  private static String begun(JsonNode operation) {
    return operation.path("selfLink").asText().replaceFirst("^.*/projects/[^/]+/", "");
  }

  /** Machines in a group, by the paths at the end of their URLs; the call is a POST that reads. */
  List<String> members(String group) throws Trouble {
    var members = new ArrayList<String>();
    var pages = client.posted("look at the members of " + group, path(group + "/listInstances"));
    for (var page : pages) {
      page.path("items")
          .forEach(
              item ->
                  members.add(
                      item.path("instance").asText().replaceFirst("^.*/projects/[^/]+/", "")));
    }
    return members;
  }

  Optional<Operation> operation(String rest) throws Trouble {
    return client.find("look at " + rest, path(rest)).map(Operation::new);
  }

  /** Whether something is under way about one of these. */
  boolean busy(String scope, Collection<String> things) throws Trouble {
    var query = Map.of("filter", "status != \"DONE\"");
    for (var page : client.pages("look at operations", path(scope + "/operations"), query)) {
      for (var item : page.path("items")) {
        var target = item.path("targetLink").asText().replaceFirst("^.*/projects/[^/]+/", "");
        if (things.contains(target)) {
          return true;
        }
      }
    }
    return false;
  }
}
