package dev.butlerlabs.butler.bench.addons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Charts written for the measurement. */
final class Charts {

  private static final String HELPERS =
      """
      {{- define "NAME.fullname" -}}
      {{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}
      {{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" }}{{ end }}
      {{- end -}}
      {{- define "NAME.labels" -}}
      app.kubernetes.io/name: {{ .Chart.Name }}
      app.kubernetes.io/instance: {{ .Release.Name }}
      app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
      helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
      {{- with .Values.commonLabels }}
      {{ toYaml . }}
      {{- end }}
      {{- end -}}
      """;

  private static final String VALUES =
      """
      tenant: nobody
      replicas: 1
      image: {repository: registry.example.com/part, tag: "", pullPolicy: IfNotPresent}
      commonLabels: {}
      service: {type: ClusterIP, port: 8080}
      resources: {requests: {cpu: 10m, memory: 32Mi}, limits: {memory: 64Mi}}
      env: {LOG_LEVEL: info, LISTEN: "0.0.0.0:8080"}
      config: |
        tenant = {{ .Values.tenant }}
        release = {{ .Release.Name }}
      """;

  private static final String HEAD =
      """
      metadata:
        name: {{ include "NAME.fullname" . }}-PART
        namespace: {{ .Release.Namespace }}
        labels:
          {{- include "NAME.labels" . | nindent 4 }}
          app.kubernetes.io/component: PART
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      HEADspec:
        replicas: {{ .Values.replicas }}
        selector:
          matchLabels: {app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: PART}
        template:
          metadata:
            annotations:
              checksum/config: {{ include (print $.Template.BasePath "/PART-configmap.yaml") . | sha256sum }}
            labels: {app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: PART}
          spec:
            serviceAccountName: {{ include "NAME.fullname" . }}-PART
            containers:
            - name: PART
              image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
              imagePullPolicy: {{ .Values.image.pullPolicy }}
              ports: [{name: http, containerPort: {{ .Values.service.port }}}]
              env:
              {{- range $key, $value := .Values.env }}
              - {name: {{ $key }}, value: {{ $value | quote }}}
              {{- end }}
              resources:
                {{- toYaml .Values.resources | nindent 10 }}
      """;

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      HEADspec:
        type: {{ .Values.service.type }}
        selector: {app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/component: PART}
        ports: [{name: http, port: {{ .Values.service.port }}, targetPort: http}]
      """;

  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      HEADdata:
        tenant: {{ .Values.tenant | quote }}
        part.conf: |
          {{- tpl .Values.config . | nindent 4 }}
          revision = CHANGE
      """;

  private static final String ACCOUNT =
      """
      apiVersion: v1
      kind: ServiceAccount
      HEADautomountServiceAccountToken: false
      """;

  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      HEADrules:
      - {apiGroups: [""], resources: [configmaps], verbs: [get, list, watch]}
      """;

  private Charts() {}

  /**
   * A chart whose parts have five objects each: Deployment, Service, ConfigMap, ServiceAccount and
   * Role, with the named templates that charts usually have.
   *
   * @param change a word that stands in each part's ConfigMap
   */
  static Path write(Path folder, String name, String version, int parts, String change)
      throws IOException {
    var chart = folder.resolve(name + "-" + version).resolve(name);
    var templates = Files.createDirectories(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"),
        "apiVersion: v2\nname: %s\nversion: %s\nappVersion: \"1.0\"\n".formatted(name, version));
    Files.writeString(chart.resolve("values.yaml"), VALUES);
    Files.writeString(templates.resolve("_helpers.tpl"), HELPERS.replace("NAME", name));
    for (var at = 0; at < parts; at++) {
      var part = "part-%03d".formatted(at);
      put(templates, name, part, "deployment", DEPLOYMENT, change);
      put(templates, name, part, "service", SERVICE, change);
      put(templates, name, part, "configmap", CONFIG, change);
      put(templates, name, part, "serviceaccount", ACCOUNT, change);
      put(templates, name, part, "role", ROLE, change);
    }
    return chart;
  }

  private static void put(
      Path templates, String name, String part, String kind, String text, String change)
      throws IOException {
    Files.writeString(
        templates.resolve("%s-%s.yaml".formatted(part, kind)),
        text.replace("HEAD", HEAD)
            .replace("NAME", name)
            .replace("PART", part)
            .replace("CHANGE", change));
  }
}
