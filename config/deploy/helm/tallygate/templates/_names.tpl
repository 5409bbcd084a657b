{{- define "tallygate.name" -}}
{{- if contains "tallygate" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-tallygate" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "tallygate.selector" -}}
app.kubernetes.io/name: tallygate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tallygate.labels" -}}
{{ include "tallygate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* The gateway's configuration file: what the cluster decides, then what the operator wrote. */ -}}
{{- define "tallygate.config" -}}
server:
  callbacks:
    bind: "0.0.0.0:8080"
    proxy-protocol: {{ .Values.callbacks.proxyProtocol | quote }}
    trusted-proxies: {{ .Values.callbacks.trustedProxies | toJson }}
    {{- if .Values.callbacks.tlsSecretName }}
    tls: { certificate: /etc/tallygate/tls/tls.crt, key: /etc/tallygate/tls/tls.key }
    {{- end }}
  management: { bind: "0.0.0.0:8081" }
  drain: { delay: {{ .Values.drain.delaySeconds }}s, wait: {{ .Values.drain.waitSeconds }}s }
database:
  url: {{ .Values.database.url | quote }}
  username: {{ .Values.database.username | quote }}
  password: ${file:/run/secrets/tallygate/{{ .Values.database.passwordKey }}}
  pool-size: {{ .Values.database.poolSize }}
data-dir: /data
mode: production
{{ .Values.config | toYaml }}
{{- end }}
