{{- define "gcp-csi.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gcp-csi.labels" -}}
{{ include "gcp-csi.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* A container beside the driver: "name", "image", "port" of its health, more "args". */ -}}
{{- define "gcp-csi.helper" -}}
- name: {{ .name }}
  image: {{ .top.Values.images.registry }}/{{ .image }}
  args:
    - --v=2
    - --csi-address=/csi/csi.sock
    - --http-endpoint=127.0.0.1:{{ .port }}
    - --leader-election
    - --leader-election-namespace={{ .top.Release.Namespace }}
    {{- range .args }}
    - {{ . }}
    {{- end }}
  ports:
    - {name: {{ .name }}, containerPort: {{ .port }}, protocol: TCP}
  livenessProbe:
    httpGet: {host: 127.0.0.1, port: {{ .port }}, path: /healthz/leader-election}
    initialDelaySeconds: 10
    periodSeconds: 20
    timeoutSeconds: 10
  {{- include "gcp-csi.bounds" .top | nindent 2 }}
  volumeMounts:
    - {name: socket, mountPath: /csi}
{{- end -}}

{{- /* Nothing in the controller's pod needs more than a socket and the network. */ -}}
{{- define "gcp-csi.bounds" -}}
{{- with .Values.controller.resources -}}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}
