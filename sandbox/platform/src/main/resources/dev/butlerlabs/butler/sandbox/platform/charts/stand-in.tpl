{{- define "stand-in.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "stand-in.labels" -}}
{{ include "stand-in.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | replace "+" "_" | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
butler.butlerlabs.dev/stand-in: "true"
{{- end -}}

{{- /* The value below "it" as JSON, without what lies below keys that sound secret. */ -}}
{{- define "stand-in.shown" -}}
{{- if kindIs "map" .it -}}
  {{- $shown := dict -}}
  {{- range $key, $value := .it -}}
    {{- if regexMatch "(?i)(pass|secret|token|credential|private|auth|cookie|dsn|license|pem$|key$)" $key -}}
      {{- $_ := set $shown $key "****" -}}
    {{- else -}}
      {{- $_ := set $shown $key (include "stand-in.shown" (dict "it" $value) | fromJson).it -}}
    {{- end -}}
  {{- end -}}
  {{- dict "it" $shown | toJson -}}
{{- else if kindIs "slice" .it -}}
  {{- $shown := list -}}
  {{- range .it -}}
    {{- $shown = append $shown (include "stand-in.shown" (dict "it" .) | fromJson).it -}}
  {{- end -}}
  {{- dict "it" $shown | toJson -}}
{{- else -}}
  {{- dict "it" .it | toJson -}}
{{- end -}}
{{- end -}}

{{- define "stand-in.values" -}}
{{- (include "stand-in.shown" (dict "it" .Values) | fromJson).it | toYaml -}}
{{- end -}}

{{- /* A pod that every namespace admits, unless "privileged" is set. */ -}}
{{- define "stand-in.pod" -}}
metadata:
  labels:
    {{- include "stand-in.labels" .top | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
  annotations:
    butler.butlerlabs.dev/values: {{ include "stand-in.values" .top | sha256sum | trunc 16 | quote }}
spec:
  serviceAccountName: {{ .top.Release.Name }}
  automountServiceAccountToken: false
  {{- if .privileged }}
  hostNetwork: true
  {{- else }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65534
    seccompProfile: {type: RuntimeDefault}
  {{- end }}
  {{- if eq .part "agent" }}
  tolerations:
    - operator: Exists
  {{- end }}
  containers:
    - name: {{ .part }}
      image: stand-in.invalid/{{ .top.Chart.Name }}:{{ .top.Values.image.tag | default .top.Chart.AppVersion | replace "+" "_" }}
      {{- if ne .part "agent" }}
      ports:
        - {name: http, containerPort: 8080}
      {{- end }}
      resources:
        {{- toYaml .top.Values.resources | nindent 8 }}
      securityContext:
        {{- if .privileged }}
        privileged: true
        {{- else }}
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
        {{- end }}
      volumeMounts:
        - {name: values, mountPath: /etc/stand-in, readOnly: true}
        {{- if eq .part "store" }}
        - {name: data, mountPath: /data}
        {{- end }}
  volumes:
    - name: values
      configMap: {name: {{ .top.Release.Name }}-values}
    {{- if eq .part "store" }}
    - name: data
      emptyDir: {}
    {{- end }}
{{- end -}}
