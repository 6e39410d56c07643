{{- define "gcp-ccm.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gcp-ccm.labels" -}}
{{ include "gcp-ccm.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "gcp-ccm.image" -}}
{{- $tags := .Values.image.tags -}}
{{- $minor := .Capabilities.KubeVersion.Version | trimPrefix "v" | splitList "." | initial | join "." -}}
{{- $tag := .Values.image.tag | default (get $tags $minor) | default (get $tags (keys $tags | sortAlpha | last)) -}}
{{ printf "%s/%s:%s" .Values.image.registry .Values.image.name $tag }}
{{- end -}}
