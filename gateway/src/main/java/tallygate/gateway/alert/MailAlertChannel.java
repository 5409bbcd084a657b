package tallygate.gateway.alert;

import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Properties;

/** Alerts by e-mail. */
public final class MailAlertChannel implements AlertChannel {
    private static final String TIMEOUT_MILLIS = "10000";
    private static final int SUBMISSION_PORT = 587;
    private static final int TLS_PORT = 465;

    private final Terms terms;
    private final AlertText text;
    private final InstantSource clock;

    /**
     * @param server {@code smtp://user:password@host:587} (STARTTLS as soon as a password is sent) or {@code smtps://…:465}
     */
    public record Terms(String name, Alert.Severity least, URI server, String from, List<String> to) {
        public Terms {
            to = List.copyOf(to);
        }

        boolean isTls() {
            return "smtps".equals(server.getScheme());
        }

        @Override
        public String toString() {
            return "Terms[" + name + "]";
        }
    }

    public MailAlertChannel(Terms terms, AlertText text, InstantSource clock) {
        this.terms = terms;
        this.text = text;
        this.clock = clock;
    }

    @Override
    public String name() {
        return terms.name();
    }

    @Override
    public Alert.Severity least() {
        return terms.least();
    }

    @Override
    public Told tell(AlertMessage message) {
        try {
            MimeMessage mail = new MimeMessage(session());
            mail.setFrom(new InternetAddress(terms.from()));
            for (String to : terms.to()) {
                mail.addRecipient(Message.RecipientType.TO, new InternetAddress(to));
            }
            mail.setSubject(text.title(message), StandardCharsets.UTF_8.name());
            mail.setText(text.body(message), StandardCharsets.UTF_8.name());
            mail.setSentDate(Date.from(clock.instant()));
            Transport.send(mail);
            return new Told.Delivered();
        } catch (MessagingException e) {
            // Its text may hold addresses and what the server said; neither is for a log.
            return new Told.Failed(
                    "the mail server did not take it: " + e.getClass().getSimpleName());
        }
    }

    private Session session() {
        String scheme = terms.isTls() ? "smtps" : "smtp";
        int port = terms.server().getPort() > 0 ? terms.server().getPort() : terms.isTls() ? TLS_PORT : SUBMISSION_PORT;
        Properties settings = new Properties();
        settings.setProperty("mail.transport.protocol", scheme);
        String prefix = "mail." + scheme + ".";
        settings.setProperty(prefix + "host", terms.server().getHost());
        settings.setProperty(prefix + "port", Integer.toString(port));
        settings.setProperty(prefix + "connectiontimeout", TIMEOUT_MILLIS);
        settings.setProperty(prefix + "timeout", TIMEOUT_MILLIS);
        settings.setProperty(prefix + "writetimeout", TIMEOUT_MILLIS);
        settings.setProperty(prefix + "ssl.checkserveridentity", "true");
        String login = terms.server().getUserInfo();
        if (login == null) {
            return Session.getInstance(settings);
        }
        settings.setProperty(prefix + "auth", "true");
        if (!terms.isTls()) {
            settings.setProperty(prefix + "starttls.required", "true");
            settings.setProperty(prefix + "starttls.enable", "true");
        }
        String[] parts = login.split(":", 2);
        return Session.getInstance(settings, new Login(parts[0], parts.length > 1 ? parts[1] : ""));
    }

    private static final class Login extends Authenticator {
        private final String user;
        private final String password;

        private Login(String user, String password) {
            this.user = user;
            this.password = password;
        }

        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication(user, password);
        }
    }
}
