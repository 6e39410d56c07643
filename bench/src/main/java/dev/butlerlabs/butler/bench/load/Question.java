package dev.butlerlabs.butler.bench.load;

import java.util.List;

/** One request to a tenant's API. */
record Question(String method, String path, String contentType, String body) {

  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  /** What clients do all day: read, list as informers do, write, and ask who they are. */
  static final List<Question> MIX =
      List.of(
          new Question("GET", MAPS + "/kept", "", ""),
          new Question("GET", MAPS + "?limit=5&resourceVersion=0", "", ""),
          new Question(
              "PATCH",
              MAPS + "/kept",
              "application/merge-patch+json",
              "{\"metadata\": {\"annotations\": {\"load\": \"on\"}}}"),
          new Question(
              "POST",
              "/apis/authentication.k8s.io/v1/selfsubjectreviews",
              "application/json",
              "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}"));

  @Override
  public String toString() {
    return method + " " + path;
  }
}
