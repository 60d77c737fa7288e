// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace anneal {

class AppContext;
class Card;
struct Preset;

/// Home of an empty workspace: samples that start with one click, own data, this machine.
class FirstRunView : public QWidget
{
    Q_OBJECT
public:
    explicit FirstRunView(AppContext &app, QWidget *parent = nullptr);

private:
    [[nodiscard]] QWidget *makeTitle();
    [[nodiscard]] Card *makeSample(const Preset &preset, bool first);
    [[nodiscard]] Card *makeOwnData();
    [[nodiscard]] Card *makeMachine();
    [[nodiscard]] QWidget *makeFooter();

    AppContext &m_app;
};

} // namespace anneal
