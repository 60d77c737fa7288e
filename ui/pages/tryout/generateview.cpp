// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/generateview.h"

#include <algorithm>

#include <QClipboard>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/units.h"
#include "pages/tryout/unreadable.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kLettersAtOnce = 20;
constexpr int kLettersPerLine = 60;

QSpinBox *whole(int from, int to, int value)
{
    auto *spin = new QSpinBox;
    spin->setRange(from, to);
    spin->setValue(value);
    return spin;
}

QDoubleSpinBox *real(double from, double to, double step, double value)
{
    auto *spin = new QDoubleSpinBox;
    spin->setRange(from, to);
    spin->setSingleStep(step);
    spin->setValue(value);
    return spin;
}

} // namespace

GenerateView::GenerateView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_card = new Card(tr("Continuations"));
    auto *copy = makeFlatButton(tr("Copy as FASTA"), QStringLiteral("tryOut.generate.copy"), QStringLiteral("copy"));
    m_card->tools()->addWidget(copy);
    m_card->body()->addWidget(buildSettings());
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("tryOut.generate.text"));
    m_text->setAccessibleName(tr("Generated sequences"));
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_text->setPlaceholderText(tr("The sequence above is what a continuation begins with; it may be empty. New letters "
                                  "appear here as they come."));
    m_card->body()->addWidget(m_text, 1);
    layout->addWidget(m_card);
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(m_start, &QPushButton::clicked, this, &GenerateView::startAll);
    connect(m_stop, &QPushButton::clicked, this, &GenerateView::stop);
    guardWheel(this);
    show();
}

template <typename Spin>
Spin *GenerateView::addSpin(QHBoxLayout *row, const QString &label, const QString &name, Spin *spin)
{
    spin->setObjectName(QStringLiteral("tryOut.generate.") + name);
    spin->setAccessibleName(label);
    auto *text = makeLabel(label, TextRole::Secondary);
    text->setBuddy(spin);
    row->addWidget(text);
    row->addWidget(spin);
    row->addSpacing(6);
    return spin;
}

QWidget *GenerateView::buildSettings()
{
    auto *settings = new QWidget;
    auto *row = new QHBoxLayout(settings);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_length = addSpin(row, tr("New letters"), QStringLiteral("length"), whole(1, 100000, 200));
    m_sequences = addSpin(row, tr("Sequences"), QStringLiteral("count"), whole(1, 99, 1));
    m_temperature = addSpin(row, tr("Temperature"), QStringLiteral("temperature"), real(0, 10, 0.1, 1));
    m_temperature->setToolTip(tr("Below 1: closer to the likeliest letters; 0: always the likeliest."));
    m_topK = addSpin(row, tr("Top-k"), QStringLiteral("topK"), whole(0, 1000, 0));
    m_topK->setToolTip(tr("Only the k likeliest letters; 0: all."));
    m_topP = addSpin(row, tr("Top-p"), QStringLiteral("topP"), real(0.01, 1, 0.05, 1));
    m_topP->setToolTip(tr("Only the likeliest letters that together reach this probability."));
    m_seed = addSpin(row, tr("Seed"), QStringLiteral("seed"), whole(0, 1000000, 0));
    m_seed->setToolTip(tr("The same seed gives the same letters."));
    row->addStretch(1);
    m_start = makePrimaryButton(tr("Generate"), QStringLiteral("tryOut.generate.start"));
    m_stop = makeButton(tr("Stop"), QStringLiteral("tryOut.generate.stop"));
    row->addWidget(m_stop);
    row->addWidget(m_start);
    return settings;
}

void GenerateView::setProblem(const QString &sentence)
{
    m_running = m_running && sentence.isEmpty();
    m_card->setNotice(Tone::Error, sentence);
    show();
}

void GenerateView::setEmpty(const QString & /*text*/)
{
    m_running = false;
    m_made.clear();
    show();
}

void GenerateView::startAll()
{
    m_made.clear();
    m_running = true;
    m_both = isCompared();
    setProblem({});
    Q_EMIT askWanted();
}

void GenerateView::startNext()
{
    m_made.push_back({m_startedWith, 0, 0, false, m_both && !m_made.back().isSecond});
    show();
    Q_EMIT askWanted();
}

int GenerateView::number(std::size_t made) const
{
    return static_cast<int>(m_both ? made / 2 : made);
}

ToolView::Whom GenerateView::whom() const
{
    return !m_made.empty() && m_made.back().isSecond ? Whom::Second : Whom::First;
}

/// Each sequence has a seed of its own, so that it can be made again alone.
std::optional<nlohmann::json> GenerateView::question(const QString &letters, const QVector<int> & /*hidden*/)
{
    if (!m_running)
        return {};
    if (m_made.empty()) {
        m_startedWith = letters;
        m_made.push_back({letters, 0, 0, false, false});
    }
    const Made &made = m_made.back();
    return nlohmann::json{{"task", "generate"},
                          {"sequence", made.letters.toStdString()},
                          {"max_new_tokens", std::min(kLettersAtOnce, m_length->value() - made.count)},
                          {"temperature", m_temperature->value()},
                          {"top_k", m_topK->value()},
                          {"top_p", m_topP->value()},
                          {"seed", m_seed->value() + number(m_made.size() - 1)}};
}

void GenerateView::stop()
{
    m_running = false;
    show();
}

void GenerateView::take(const nlohmann::json &answer, const QString & /*letters*/)
{
    if (!m_running)
        return;
    const int before = m_made.back().count;
    try {
        append(answer.at("sequences").at(0));
    } catch (const nlohmann::json::exception &) {
        return setProblem(unreadableAnswer());
    }
    const Made &made = m_made.back();
    const bool isWhole = made.ended || made.count >= m_length->value() || made.count == before;
    if (!isWhole) {
        show();
        return Q_EMIT askWanted();
    }
    if (number(m_made.size()) < m_sequences->value())
        return startNext();
    stop();
}

void GenerateView::append(const nlohmann::json &sequence)
{
    Made &made = m_made.back();
    made.letters = qstr(sequence.at("sequence").get<std::string>());
    made.ended = sequence.at("ended").get<bool>();
    for (const auto &logProbability : sequence.at("log_probs")) {
        made.sum += logProbability.get<double>();
        ++made.count;
    }
}

void GenerateView::show()
{
    QString text;
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        const Made &made = m_made[i];
        text += QStringLiteral(">generated_%1").arg(number(i) + 1);
        if (m_both)
            text += made.isSecond ? QStringLiteral("_B") : QStringLiteral("_A");
        text += QStringLiteral(" length=%1").arg(made.letters.size());
        if (made.count > 0)
            text += QStringLiteral(" loss=%1").arg(qstr(formatLoss(-made.sum / made.count)));
        text += made.ended ? tr(" ended\n") : QStringLiteral("\n");
        for (int first = 0; first < made.letters.size(); first += kLettersPerLine)
            text += made.letters.mid(first, kLettersPerLine) + u'\n';
    }
    m_text->setPlainText(text);
    m_start->setEnabled(!m_running);
    m_stop->setEnabled(m_running);
}

} // namespace anneal
