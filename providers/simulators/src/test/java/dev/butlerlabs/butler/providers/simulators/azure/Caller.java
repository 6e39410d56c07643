package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** Somebody who talks to the stand-in without any driver. */
final class Caller implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();
  static final String COMPUTE = "2024-07-01";
  static final String NETWORK = "2024-05-01";
  static final String CARDS = "Microsoft.Network/networkInterfaces";
  static final String MACHINES = "Microsoft.Compute/virtualMachines";

  private final AzureStandIn azure;
  private final HttpClient client;
  private String token = "";

  Caller(AzureStandIn azure) {
    this.azure = azure;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TlsContext.trusting(List.of(Pem.certificate(azure.authorityPem()))))
            .build();
  }

  /** An answer with what a test asks of it. */
  record Told(int status, JsonNode body, HttpResponse<String> raw) {

    String code() {
      return body.at("/error/code").asText();
    }

    String words() {
      return body.at("/error/message").asText();
    }

    String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }
  }

  Told signIn(String form) throws Exception {
    var told =
        send(
            "POST",
            azure.uri() + "/" + AzureStandIn.TENANT + "/oauth2/v2.0/token",
            form,
            "Content-Type",
            "application/x-www-form-urlencoded");
    token = told.body().path("access_token").asText(token);
    return told;
  }

  void signIn() throws Exception {
    azure.application("me", "s3cret");
    signIn(
        "grant_type=client_credentials&client_id=me&client_secret=s3cret"
            + "&scope=https%3A%2F%2Fmanagement.azure.com%2F.default");
  }

  Told call(String method, String path, String body, String... headers) throws Exception {
    return send(method, azure.uri() + path, body, headers);
  }

  Told send(String method, String uri, String body, String... headers) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(uri))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    var raw = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Told(raw.statusCode(), read(raw.body()), raw);
  }

  private static JsonNode read(String body) throws IOException {
    return JSON.readTree(body.isEmpty() ? "{}" : body);
  }

  static String path(String kind, String name, String version) {
    return AzureStandIn.id(kind, name) + "?api-version=" + version;
  }

  Told putCard(String name, ObjectNode body) throws Exception {
    return call("PUT", path(CARDS, name, NETWORK), body.toString());
  }

  Told putMachine(String name, ObjectNode body, String... headers) throws Exception {
    return call("PUT", path(MACHINES, name, COMPUTE), body.toString(), headers);
  }

  static ObjectNode card() throws IOException {
    return (ObjectNode)
        JSON.readTree(
            """
            {"location": "westeurope", "tags": {"a": "b"},
             "properties": {"ipConfigurations": [{"name": "one", "properties": {
               "privateIPAllocationMethod": "Dynamic", "subnet": {"id": "%s"}}}]}}
            """
                .formatted(AzureStandIn.subnet("machines")));
  }

  static ObjectNode machine(String card) throws IOException {
    return (ObjectNode)
        JSON.readTree(
            """
            {"location": "westeurope", "zones": ["1"], "tags": {"a": "b"},
             "properties": {
               "hardwareProfile": {"vmSize": "Standard_D2s_v5"},
               "storageProfile": {
                 "imageReference": {"id": "%s"},
                 "osDisk": {"name": "x-os", "createOption": "FromImage", "diskSizeGB": 10,
                   "deleteOption": "Delete", "managedDisk": {"storageAccountType": "Premium_LRS"}},
                 "dataDisks": [{"lun": 0, "name": "x-data", "createOption": "Empty",
                   "diskSizeGB": 5, "managedDisk": {"storageAccountType": "Standard_LRS"}}]},
               "osProfile": {"computerName": "x", "adminUsername": "me", "customData": "aGk=",
                 "linuxConfiguration": {"disablePasswordAuthentication": false}},
               "networkProfile": {"networkInterfaces": [{"id": "%s",
                 "properties": {"primary": true, "deleteOption": "Delete"}}]}}}
            """
                .formatted(
                    AzureStandIn.id("Microsoft.Compute/images", "talos"),
                    AzureStandIn.id(CARDS, card)));
  }

  @Override
  public void close() {
    client.close();
  }
}
