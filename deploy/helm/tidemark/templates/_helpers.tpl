{{/* What the name of every object begins with. */}}
{{- define "tidemark.fullname" -}}
{{- $name := .Values.fullnameOverride -}}
{{- if not $name -}}
{{- $name = ternary .Release.Name (printf "%s-tidemark" .Release.Name) (contains "tidemark" .Release.Name) -}}
{{- end -}}
{{- $name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Name of the objects of a part: a role, or the gateway. Takes a list: the root and the part. */}}
{{- define "tidemark.name" -}}
{{ include "tidemark.fullname" (index . 0) }}-{{ index . 1 }}
{{- end }}

{{/* Labels that select the Pods of a part; of all parts without one. */}}
{{- define "tidemark.selector" -}}
app.kubernetes.io/name: tidemark
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- if gt (len .) 1 }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}
{{- end }}

{{/* Labels of the objects of a part. Pods lack those with a version: another one would replace them. */}}
{{- define "tidemark.labels" -}}
{{- $root := index . 0 -}}
{{ include "tidemark.selector" . }}
app.kubernetes.io/part-of: tidemark
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Metadata of the Pods of a part. The list may have a third element: annotations of its own. */}}
{{- define "tidemark.podMetadata" -}}
{{- $values := (index . 0).Values -}}
{{- $own := dict -}}
{{- if gt (len .) 2 -}}
{{- $own = index . 2 -}}
{{- end -}}
labels:
  {{- include "tidemark.selector" . | nindent 2 }}
  {{- with $values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) $own $values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where the Pods of a part run, and what they may do. */}}
{{- define "tidemark.podSpec" -}}
{{- $root := index . 0 -}}
{{- $values := $root.Values -}}
automountServiceAccountToken: false
# Variables of other Services would look like settings: TIDEMARK_PORT=tcp://…
enableServiceLinks: false
terminationGracePeriodSeconds: {{ $values.stopping.graceSeconds }}
{{- with $values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if $values.topologyKeys }}
topologySpreadConstraints:
  {{- range $values.topologyKeys }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "tidemark.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* A user without rights; the number is that of the image. */}}
{{- define "tidemark.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "tidemark.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Name of the headless Service of a role, as a DNS server of the cluster knows it. */}}
{{- define "tidemark.podsHost" -}}
{{- $root := index . 0 -}}
{{ include "tidemark.name" . }}.{{ $root.Release.Namespace }}.svc.{{ $root.Values.clusterDomain }}
{{- end }}

{{- define "tidemark.resolver" -}}
{{ .Values.gateway.resolver | default (printf "kube-dns.kube-system.svc.%s" .Values.clusterDomain) }}
{{- end }}
