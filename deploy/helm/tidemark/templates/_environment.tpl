{{/* Environment of every role. A name that is read from a Secret is not taken from the settings. */}}
{{- define "tidemark.environment" -}}
- name: TIDEMARK_HOST
  value: 0.0.0.0
- name: TIDEMARK_PORT
  value: "4318"
- name: TIDEMARK_GRPC_PORT
  value: "4317"
- name: TIDEMARK_DATA_DIR
  value: /var/lib/tidemark
{{- range $name, $value := .Values.settings }}
{{- if and $value (not (hasKey $.Values.secrets $name)) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $source := .Values.secrets }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $source.name | default $.Values.secretName }}
      key: {{ $source.key | default $name }}
{{- end }}
{{- range $name, $source := .Values.files }}
- name: {{ $name }}
  value: /etc/tidemark/{{ $name }}
{{- end }}
{{- end }}

{{/* The files of the settings that are files, in one folder. */}}
{{- define "tidemark.filesVolume" -}}
name: files
projected:
  sources:
    {{- range $name, $source := .Values.files }}
    - {{ ternary "secret" "configMap" (hasKey $source "secret") }}:
        name: {{ $source.secret | default $source.configMap }}
        items:
          - key: {{ $source.key }}
            path: {{ $name }}
    {{- end }}
{{- end }}
