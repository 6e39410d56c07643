package dev.butlerlabs.butler.kube.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One question as the API server sends it (AdmissionReview, {@code admission.k8s.io/v1}). */
record Review(String uid, JsonNode request) {

  private static final String VERSION = "admission.k8s.io/v1";
  private static final String KIND = "AdmissionReview";
  private static final ObjectMapper MAPPER = WireFormat.mapper();
  private static final KubernetesSerialization FORMAT = WireFormat.serialization();

  /** Empty when the text is no review that could be answered. */
  static Optional<Review> read(byte[] body) {
    try {
      var tree = MAPPER.readTree(body);
      var request = tree.path("request");
      var uid = request.path("uid").asText();
      var known =
          tree.path("apiVersion").asText().equals(VERSION)
              && tree.path("kind").asText().equals(KIND);
      return known && !uid.isEmpty() ? Optional.of(new Review(uid, request)) : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /** Whether it is about a part of the object that rules do not look at, such as the status. */
  boolean aboutPart() {
    return !request.path("subResource").asText().isEmpty();
  }

  /** The same, typed; throws {@link IllegalArgumentException} when it cannot be. */
  <T extends HasMetadata> Request<T> as(Class<T> type) {
    return new Request<>(
        Operation.valueOf(request.path("operation").asText()),
        new ObjectKey(request.path("namespace").asText(), request.path("name").asText()),
        object(request.path("object"), type),
        object(request.path("oldObject"), type),
        new Requester(
            request.at("/userInfo/username").asText(), texts(request.at("/userInfo/groups"))),
        request.path("dryRun").asBoolean());
  }

  private static <T> @Nullable T object(JsonNode tree, Class<T> type) {
    return tree.isObject() ? FORMAT.convertValue(tree, type) : null;
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  byte[] answer(Reply reply) {
    var review = MAPPER.createObjectNode().put("apiVersion", VERSION).put("kind", KIND);
    var response = review.putObject("response").put("uid", uid).put("allowed", reply.allowed());
    if (!reply.warnings().isEmpty()) {
      var warnings = response.putArray("warnings");
      reply.warnings().forEach(warnings::add);
    }
    if (!reply.allowed()) {
      refuse(response.putObject("status"), reply);
    }
    try {
      return MAPPER.writeValueAsBytes(review);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }

  /** With kind, name and causes kubectl tells it as it tells a breach of the schema. */
  private void refuse(ObjectNode status, Reply reply) {
    status.put("status", "Failure").put("code", reply.code());
    status.put("reason", reply.reason()).put("message", reply.message());
    var details = status.putObject("details");
    details.put("name", request.path("name").asText());
    details.put("group", request.at("/kind/group").asText());
    details.put("kind", request.at("/kind/kind").asText());
    if (reply.problems().stream().noneMatch(problem -> problem.subject().isEmpty())) {
      var causes = details.putArray("causes");
      for (var problem : reply.problems()) {
        var told = new Problem("", problem.trouble(), problem.remedy()).sentence();
        causes
            .addObject()
            .put("reason", "FieldValueInvalid")
            .put("field", problem.subject())
            .put("message", told);
      }
    }
  }
}
