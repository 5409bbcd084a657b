package tallygate.callback.provider.read;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** The one XML parser: a DOCTYPE is refused outright, so nothing is expanded and nothing is fetched; depth and size bounded. */
public final class XmlReader {
    private static final int DEPTH_MAX = 32;
    private static final int ELEMENTS_MAX = 5_000;
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    private XmlReader() {}

    /** The root element of a document; its encoding is the one that the document itself declares, else UTF-8. */
    public static XmlElement read(byte[] document) throws UnreadableException {
        TreeBuilder tree = new TreeBuilder();
        try {
            factory().newSAXParser().parse(new InputSource(new ByteArrayInputStream(document)), tree);
        } catch (TooMuchException e) {
            throw UnreadableException.refused(
                    "XML deeper than " + DEPTH_MAX + " levels or with more than " + ELEMENTS_MAX + " elements");
        } catch (SAXParseException e) {
            throw broken(e);
        } catch (SAXException | IOException e) {
            throw UnreadableException.notThisForm("not XML");
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this Java's XML parser cannot refuse a DOCTYPE", e);
        }
        return tree.root();
    }

    private static UnreadableException broken(SAXParseException e) {
        String message = e.getMessage();
        return message != null && message.contains("DOCTYPE")
                ? UnreadableException.refused("XML with a DOCTYPE")
                : UnreadableException.notThisForm("not XML in line " + e.getLineNumber());
    }

    private static SAXParserFactory factory() throws ParserConfigurationException, SAXException {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature(NO_DOCTYPE, true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setXIncludeAware(false);
        factory.setNamespaceAware(false);
        return factory;
    }

    /** Thrown out of the parser when a bound is passed. */
    private static final class TooMuchException extends SAXException {
        private static final long serialVersionUID = 1L;
    }

    private static final class TreeBuilder extends DefaultHandler {
        private final Deque<Open> open = new ArrayDeque<>();
        private @Nullable XmlElement root;
        private int elements;

        private record Open(String name, StringBuilder text, List<XmlElement> children) {}

        XmlElement root() throws UnreadableException {
            if (root == null) {
                throw UnreadableException.notThisForm("the document is empty");
            }
            return root;
        }

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
            if (open.size() == DEPTH_MAX || ++elements > ELEMENTS_MAX) {
                throw new TooMuchException();
            }
            open.push(new Open(name, new StringBuilder(), new ArrayList<>()));
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            if (!open.isEmpty()) {
                open.peek().text().append(characters, start, length);
            }
        }

        @Override
        public void endElement(String uri, String localName, String name) {
            Open done = open.pop();
            XmlElement element = new XmlElement(done.name(), done.text().toString(), done.children());
            if (open.isEmpty()) {
                root = element;
            } else {
                open.peek().children().add(element);
            }
        }

        @Override
        public InputSource resolveEntity(String publicId, String systemId) {
            return new InputSource(new ByteArrayInputStream(new byte[0]));
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    }
}
